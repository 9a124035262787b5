// Before anything is drawn: there is a script, and these colours were chosen last time.
document.documentElement.classList.add("js");
try {
  const theme = localStorage.getItem("raddle-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Some browsers keep nothing for pages from the disk; then the system decides.
}
