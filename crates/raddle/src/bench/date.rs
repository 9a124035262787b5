//! Dates, for the names of result files and for witnesses.

use std::time::{SystemTime, UNIX_EPOCH};

/// Today in UTC as `YYYY-MM-DD`.
pub fn today() -> String {
    on(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs()))
}

/// The day of a time in seconds since 1970, in UTC, as `YYYY-MM-DD`.
pub fn on(seconds: u64) -> String {
    let (year, month, day) = civil(seconds / 86_400);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Year, month and day of the Gregorian calendar, from the days since 1 January 1970.
///
/// Years are counted from March, so that the leap day is the last of its year, and in eras of 400 years, which all have
/// the same number of days.
fn civil(days: u64) -> (u64, u64, u64) {
    const DAYS_IN_ERA: u64 = 146_097;
    let since_march_of_year_0 = days + 719_468;
    let era = since_march_of_year_0 / DAYS_IN_ERA;
    let day_of_era = since_march_of_year_0 % DAYS_IN_ERA;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let months_since_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * months_since_march + 2) / 5 + 1;
    let month = if months_since_march < 10 { months_since_march + 3 } else { months_since_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_days() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(58), (1970, 2, 28));
        assert_eq!(civil(59), (1970, 3, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(19_723), (2024, 1, 1));
        assert_eq!(civil(20_772), (2026, 11, 15));
    }

    /// Counted day by day with the rule for leap years from school.
    #[test]
    fn every_day_of_two_centuries() {
        let mut days = 0;
        for year in 1970..2170 {
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            for (month, length) in (1..).zip([31, 28 + u64::from(leap), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
                for day in 1..=length {
                    assert_eq!(civil(days), (year, month, day));
                    days += 1;
                }
            }
        }
    }
}
