static int __raddle___builtin_popcountl(unsigned long bits) {
  int count = 0;
  for (; bits != 0; bits &= bits - 1) count++;
  return count;
}
