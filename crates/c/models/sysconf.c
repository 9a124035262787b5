static long __raddle_sysconf(int name) { return name == 30 ? 4096 : 2; }
