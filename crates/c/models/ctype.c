/* Kinds of characters, in the locale "C". */
static int __raddle_isalnum(int c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static int __raddle_isalpha(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static int __raddle_isblank(int c) { return c == ' ' || c == '\t'; }

static int __raddle_iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }

static int __raddle_isdigit(int c) { return c >= '0' && c <= '9'; }

static int __raddle_isgraph(int c) { return c > 32 && c < 127; }

static int __raddle_islower(int c) { return c >= 'a' && c <= 'z'; }

static int __raddle_isprint(int c) { return c >= 32 && c < 127; }

static int __raddle_ispunct(int c) { return c > 32 && c < 127 && !isalnum(c); }

static int __raddle_isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static int __raddle_isupper(int c) { return c >= 'A' && c <= 'Z'; }

static int __raddle_isxdigit(int c) {
  return (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || (c >= '0' && c <= '9');
}

static int __raddle_tolower(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

static int __raddle_toupper(int c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; }
