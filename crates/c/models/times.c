/* When a wait with a time limit is over is not decided by the time, but the time is looked at: whether it is one. */
static int __raddle__look_at_time(const void *time) {
  if (!time) return 0;
  if (((const long *)time)[0]) {
  }
  long nanoseconds = ((const long *)time)[1];
  if (nanoseconds) {
  }
  return nanoseconds < 0 || nanoseconds > 999999999;
}
