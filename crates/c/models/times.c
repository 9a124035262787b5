/* When a wait with a time limit is over is not decided by the time, but the time is looked at. */
static void __raddle__look_at_time(const void *time) {
  if (!time) return;
  if (((const long *)time)[0]) {
  }
  if (((const long *)time)[1]) {
  }
}
