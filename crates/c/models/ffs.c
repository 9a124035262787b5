static int __raddle_ffs(int number) {
  if (number == 0) return 0;
  int place = 1;
  for (unsigned bits = number; bits % 2 == 0; bits /= 2) place++;
  return place;
}
