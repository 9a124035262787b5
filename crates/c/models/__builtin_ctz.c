static int __raddle___builtin_ctz(unsigned bits) {
  if (bits == 0) bits >>= 8 * sizeof bits;
  int count = 0;
  for (; bits % 2 == 0; bits /= 2) count++;
  return count;
}
