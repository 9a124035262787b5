/* A text that is printed is looked at. */
static void __raddle__look_at_text(const char *text, unsigned long most) {
  for (unsigned long i = 0; i < most && text[i]; i++) {
  }
}
