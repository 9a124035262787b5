static void *__raddle___VERIFIER_nondet_pointer(void) { return __VERIFIER_nondet_bool() ? (void *)65536L : 0; }
