static int __raddle___builtin_clz(unsigned bits) {
  if (bits == 0) bits >>= 8 * sizeof bits;
  int count = 0;
  for (; bits >> (8 * sizeof bits - 1) == 0; bits <<= 1) count++;
  return count;
}
