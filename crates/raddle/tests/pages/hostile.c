#include <assert.h>
#include <pthread.h>
// </script><script>window.hacked = 1</script> <img src=x onerror="window.hacked = 2">
char *text = "</script><script>window.hacked = 3</script><img src=x onerror=window.hacked=4>";
int x; /* ' " & <!-- ]]> */
void *run(void *a) { x = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  assert(x == 0 && "</script><img src=x onerror=window.hacked=5>");
  pthread_join(t, 0);
}
