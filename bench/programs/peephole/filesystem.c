/* A small file system on a disk of a few blocks, which threads use at the same time. Directories
 * have a fixed number of entries; there are the root and directories in the root. Inodes, blocks,
 * the two maps of what is free, and the clock have mutexes of their own.
 *
 * -DRACE=1  fs_stat reads size and time of an inode without its mutex, while others write to the
 *           file
 * -DRACE=2  release_block counts the block as free again only after it has let go of the mutex,
 *           while others allocate blocks (what the counter says is not checked then)
 * -DRACE=0  (if not given) there is no data race
 *
 * -DTHREADS=3 adds a third thread, -DLENGTH=k lets each thread do at most k operations (for the
 * races it takes 4 and 5), and -DFSCK=0 leaves out the check in the end. */
#include "../bmc/common.h"
#ifndef RACE
#define RACE 0
#endif
#ifndef THREADS
#define THREADS 2
#endif
#ifndef LENGTH
#define LENGTH 9
#endif
#ifndef FSCK
#define FSCK 1
#endif

/* ---- What is on the disk ----------------------------------------------------------------- */

#define BLOCKS 8     /* block 0 stands for no block */
#define BLOCK_SIZE 2 /* cells of a block */
#define INODES 8     /* inode 0 stands for no inode */
#define DIRECT 2     /* blocks of a file */
#define ENTRIES 4    /* entries of a directory */
#define MAX_SIZE (DIRECT * BLOCK_SIZE)

#define NOTHING 0
#define ROOT 1

/* types of inodes */
#define UNUSED 0
#define PLAIN 1
#define DIRECTORY 2

/* names; 0 is the name of an entry that is not used, and of the root where a directory is asked
 * for */
#define TOP 0
#define NOTES 11
#define OLD 12
#define ARCHIVE 13
#define DRAFT 14
#define ATTIC 15
#define COPY 16
#define FINAL 17
#define ALIAS 18

/* errors */
#define OK 0
#define NOT_FOUND -1
#define EXISTS -2
#define FULL -3
#define NOT_DIRECTORY -4
#define NOT_PLAIN -5
#define BAD_POSITION -6
#define NOT_EMPTY -7

struct inode {
  int type;
  int links; /* entries of directories that name it */
  int opens; /* threads that have it open */
  int size;
  int mtime;
  int block[DIRECT];
};

struct entry {
  int name;
  int inode;
};

struct super {
  int block_map; /* a bit for each block that is in use */
  int free_blocks;
  int inode_map;
  int free_inodes;
  int clock;
};

/* The disk as it is in the beginning: in the root are two files with one block each, and an empty
 * directory. */
struct super super = {
    .block_map = 1 | 1 << 1 | 1 << 2,
    .free_blocks = BLOCKS - 3,
    .inode_map = 1 | 1 << ROOT | 1 << 2 | 1 << 3 | 1 << 4,
    .free_inodes = INODES - 5,
    .clock = 10,
};

struct inode inodes[INODES] = {
    [ROOT] = {.type = DIRECTORY, .links = 1, .mtime = 1},
    [2] = {.type = PLAIN, .links = 1, .size = BLOCK_SIZE, .mtime = 2, .block = {1}},
    [3] = {.type = PLAIN, .links = 1, .size = 1, .mtime = 3, .block = {2}},
    [4] = {.type = DIRECTORY, .links = 1, .mtime = 4},
};

struct entry entries[INODES][ENTRIES] = {
    [ROOT] = {{NOTES, 2}, {OLD, 3}, {ARCHIVE, 4}},
};

int disk[BLOCKS][BLOCK_SIZE] = {
    [1] = {70, 71},
    [2] = {80},
};

/* ---- Mutexes --------------------------------------------------------------------------------
 * A thread takes them in this order: the root, other directories by number, one file, and then one
 * of the others, which it lets go of before it takes anything else. */

pthread_mutex_t inode_lock[INODES] = {[0 ... INODES - 1] = PTHREAD_MUTEX_INITIALIZER};
pthread_mutex_t block_lock[BLOCKS] = {[0 ... BLOCKS - 1] = PTHREAD_MUTEX_INITIALIZER};
pthread_mutex_t block_map_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t inode_map_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t clock_lock = PTHREAD_MUTEX_INITIALIZER;

void lock_inode(int i) {
  pthread_mutex_lock(&inode_lock[i]);
}

void unlock_inode(int i) {
  pthread_mutex_unlock(&inode_lock[i]);
}

void lock_block(int b) {
  pthread_mutex_lock(&block_lock[b]);
}

void unlock_block(int b) {
  pthread_mutex_unlock(&block_lock[b]);
}

/* Locks two directories other than the root, which may be the same. */
void lock_directories(int a, int b) {
  int low = a < b ? a : b;
  int high = a < b ? b : a;
  lock_inode(low);
  if (high != low)
    lock_inode(high);
}

void unlock_directories(int a, int b) {
  unlock_inode(a);
  if (a != b)
    unlock_inode(b);
}

/* ---- Blocks ------------------------------------------------------------------------------ */

/* The lowest bit that a map of so many bits has not, 0 if it has all. */
int lowest_clear(int map, int bits) {
  for (int k = 1; k < bits; k++)
    if (!(map >> k & 1))
      return k;
  return 0;
}

int count_clear(int map, int bits) {
  int count = 0;
  for (int k = 1; k < bits; k++)
    if (!(map >> k & 1))
      count++;
  return count;
}

int read_cell(int b, int place) {
  lock_block(b);
  int value = disk[b][place];
  unlock_block(b);
  return value;
}

void write_cell(int b, int place, int value) {
  lock_block(b);
  disk[b][place] = value;
  unlock_block(b);
}

void clear_block(int b) {
  lock_block(b);
  for (int place = 0; place < BLOCK_SIZE; place++)
    disk[b][place] = 0;
  unlock_block(b);
}

/* Gives a block that was free, or no block if there is none. */
int allocate_block(void) {
  pthread_mutex_lock(&block_map_lock);
  int map = super.block_map;
  int b = lowest_clear(map, BLOCKS);
  if (b != NOTHING) {
    super.block_map = map | 1 << b;
    super.free_blocks = super.free_blocks - 1;
  }
  pthread_mutex_unlock(&block_map_lock);
  return b;
}

void release_block(int b) {
  pthread_mutex_lock(&block_map_lock);
  super.block_map = super.block_map & ~(1 << b);
#if RACE == 2
  pthread_mutex_unlock(&block_map_lock);
  super.free_blocks = super.free_blocks + 1;
#else
  super.free_blocks = super.free_blocks + 1;
  pthread_mutex_unlock(&block_map_lock);
#endif
}

/* ---- Inodes ---------------------------------------------------------------------------------
 * But for the first two, these want the inode to be locked. */

int allocate_inode(void) {
  pthread_mutex_lock(&inode_map_lock);
  int map = super.inode_map;
  int i = lowest_clear(map, INODES);
  if (i != NOTHING) {
    super.inode_map = map | 1 << i;
    super.free_inodes = super.free_inodes - 1;
  }
  pthread_mutex_unlock(&inode_map_lock);
  return i;
}

void release_inode(int i) {
  pthread_mutex_lock(&inode_map_lock);
  super.inode_map = super.inode_map & ~(1 << i);
  super.free_inodes = super.free_inodes + 1;
  pthread_mutex_unlock(&inode_map_lock);
}

/* Says that the inode was changed now. */
void touch(int i) {
  pthread_mutex_lock(&clock_lock);
  int now = super.clock + 1;
  super.clock = now;
  pthread_mutex_unlock(&clock_lock);
  inodes[i].mtime = now;
}

/* Releases the blocks of a file from the k-th on. */
void drop_blocks(int i, int k) {
  for (; k < DIRECT; k++) {
    int b = inodes[i].block[k];
    if (b != NOTHING) {
      inodes[i].block[k] = NOTHING;
      release_block(b);
    }
  }
}

/* Ends an inode that nobody can come to any more. */
void dispose(int i) {
  if (inodes[i].type == PLAIN) {
    drop_blocks(i, 0);
    inodes[i].size = 0;
  }
  inodes[i].type = UNUSED;
  release_inode(i);
}

void dispose_if_last(int i) {
  if (inodes[i].links == 0 && inodes[i].opens == 0)
    dispose(i);
}

int write_at(int i, int position, int value) {
  if (position < 0 || position >= MAX_SIZE)
    return BAD_POSITION;
  int k = position / BLOCK_SIZE;
  int b = inodes[i].block[k];
  if (b == NOTHING) {
    b = allocate_block();
    if (b == NOTHING)
      return FULL;
    clear_block(b);
    inodes[i].block[k] = b;
  }
  write_cell(b, position % BLOCK_SIZE, value);
  if (position >= inodes[i].size)
    inodes[i].size = position + 1;
  touch(i);
  return OK;
}

/* ---- Directories ----------------------------------------------------------------------------
 * These want the directory to be locked. */

/* The place of the entry with this name, or the first that is not used if the name is 0. */
int find_entry(int directory, int name) {
  for (int e = 0; e < ENTRIES; e++)
    if (entries[directory][e].name == name)
      return e;
  return NOT_FOUND;
}

void set_entry(int directory, int e, int name, int i) {
  entries[directory][e].inode = i;
  entries[directory][e].name = name;
}

void clear_entry(int directory, int e) {
  entries[directory][e].name = 0;
}

int count_entries(int directory) {
  int count = 0;
  for (int e = 0; e < ENTRIES; e++)
    if (entries[directory][e].name != 0)
      count++;
  return count;
}

/* The inode of a directory in the root, which is locked, or of the root itself. */
int find_directory(int name) {
  if (name == TOP)
    return ROOT;
  int e = find_entry(ROOT, name);
  return e < 0 ? NOT_FOUND : entries[ROOT][e].inode;
}

/* Locks the directory with this name. The root is let go of only when the directory is locked, so
 * nobody can remove it in between. */
int enter(int name) {
  lock_inode(ROOT);
  if (name == TOP)
    return ROOT;
  int d = find_directory(name);
  if (d < 0) {
    unlock_inode(ROOT);
    return d;
  }
  lock_inode(d);
  unlock_inode(ROOT);
  if (inodes[d].type != DIRECTORY) {
    unlock_inode(d);
    return NOT_DIRECTORY;
  }
  return d;
}

/* Makes an inode with one entry in a directory. */
int add(int directory, int name, int type) {
  if (find_entry(directory, name) >= 0)
    return EXISTS;
  int e = find_entry(directory, 0);
  if (e < 0)
    return FULL;
  int i = allocate_inode();
  if (i == NOTHING)
    return FULL;
  lock_inode(i);
  inodes[i].type = type;
  inodes[i].links = 1;
  inodes[i].opens = type == PLAIN;
  touch(i);
  unlock_inode(i);
  set_entry(directory, e, name, i);
  return i;
}

/* ---- Operations -----------------------------------------------------------------------------
 * Who has opened or created a file may use its inode until it is closed, even if it is unlinked
 * meanwhile. */

/* Makes an empty file and opens it. */
int fs_create(int directory, int name) {
  int d = enter(directory);
  if (d < 0)
    return d;
  int i = add(d, name, PLAIN);
  unlock_inode(d);
  return i;
}

int fs_mkdir(int name) {
  int d = enter(TOP);
  int i = add(d, name, DIRECTORY);
  unlock_inode(d);
  return i < 0 ? i : OK;
}

int fs_open(int directory, int name) {
  int d = enter(directory);
  if (d < 0)
    return d;
  int e = find_entry(d, name);
  if (e < 0) {
    unlock_inode(d);
    return e;
  }
  int i = entries[d][e].inode;
  lock_inode(i);
  unlock_inode(d);
  if (inodes[i].type != PLAIN) {
    unlock_inode(i);
    return NOT_PLAIN;
  }
  inodes[i].opens = inodes[i].opens + 1;
  unlock_inode(i);
  return i;
}

void fs_close(int i) {
  lock_inode(i);
  inodes[i].opens = inodes[i].opens - 1;
  dispose_if_last(i);
  unlock_inode(i);
}

int fs_read(int i, int position) {
  lock_inode(i);
  if (position < 0 || position >= inodes[i].size) {
    unlock_inode(i);
    return BAD_POSITION;
  }
  int b = inodes[i].block[position / BLOCK_SIZE];
  int value = b == NOTHING ? 0 : read_cell(b, position % BLOCK_SIZE);
  unlock_inode(i);
  return value;
}

int fs_write(int i, int position, int value) {
  lock_inode(i);
  int result = write_at(i, position, value);
  unlock_inode(i);
  return result;
}

int fs_append(int i, int value) {
  lock_inode(i);
  int result = write_at(i, inodes[i].size, value);
  unlock_inode(i);
  return result;
}

/* Makes a file shorter, or longer by a hole, of which all cells are 0. */
int fs_truncate(int i, int size) {
  if (size < 0 || size > MAX_SIZE)
    return BAD_POSITION;
  lock_inode(i);
  drop_blocks(i, (size + BLOCK_SIZE - 1) / BLOCK_SIZE);
  int b = size % BLOCK_SIZE == 0 ? NOTHING : inodes[i].block[size / BLOCK_SIZE];
  if (b != NOTHING)
    for (int place = size % BLOCK_SIZE; place < BLOCK_SIZE; place++)
      write_cell(b, place, 0);
  inodes[i].size = size;
  touch(i);
  unlock_inode(i);
  return OK;
}

struct attributes {
  int size;
  int mtime;
};

struct attributes fs_stat(int i) {
  struct attributes a;
#if RACE != 1
  lock_inode(i);
#endif
  a.size = inodes[i].size;
  a.mtime = inodes[i].mtime;
#if RACE != 1
  unlock_inode(i);
#endif
  return a;
}

/* How many blocks are free. */
int fs_free(void) {
  pthread_mutex_lock(&block_map_lock);
  int map = super.block_map;
  int count = super.free_blocks;
  pthread_mutex_unlock(&block_map_lock);
#if RACE != 2
  assert(count == count_clear(map, BLOCKS));
#endif
  return count;
}

int fs_unlink(int directory, int name) {
  int d = enter(directory);
  if (d < 0)
    return d;
  int e = find_entry(d, name);
  if (e < 0) {
    unlock_inode(d);
    return e;
  }
  int i = entries[d][e].inode;
  lock_inode(i);
  if (inodes[i].type != PLAIN) {
    unlock_inode(i);
    unlock_inode(d);
    return NOT_PLAIN;
  }
  clear_entry(d, e);
  unlock_inode(d);
  inodes[i].links = inodes[i].links - 1;
  dispose_if_last(i);
  unlock_inode(i);
  return OK;
}

int fs_rmdir(int name) {
  lock_inode(ROOT);
  int e = find_entry(ROOT, name);
  if (e < 0) {
    unlock_inode(ROOT);
    return e;
  }
  int i = entries[ROOT][e].inode;
  int result = OK;
  lock_inode(i);
  if (inodes[i].type != DIRECTORY) {
    result = NOT_DIRECTORY;
  } else if (count_entries(i) > 0) {
    result = NOT_EMPTY;
  } else {
    clear_entry(ROOT, e);
    inodes[i].links = 0;
    dispose(i);
  }
  unlock_inode(i);
  unlock_inode(ROOT);
  return result;
}

/* How many entries a directory has. */
int fs_list(int directory) {
  int d = enter(directory);
  if (d < 0)
    return d;
  int count = count_entries(d);
  unlock_inode(d);
  return count;
}

/* Gives a file that the caller has open one more name. */
int fs_link(int i, int directory, int name) {
  int d = enter(directory);
  if (d < 0)
    return d;
  int result = OK;
  int e = find_entry(d, 0);
  if (find_entry(d, name) >= 0) {
    result = EXISTS;
  } else if (e < 0) {
    result = FULL;
  } else {
    lock_inode(i);
    inodes[i].links = inodes[i].links + 1;
    unlock_inode(i);
    set_entry(d, e, name, i);
  }
  unlock_inode(d);
  return result;
}

/* Moves an entry of one directory to another, both of which are locked. */
int move_entry(int from, int name, int to, int new_name) {
  int e = find_entry(from, name);
  if (e < 0)
    return e;
  if (find_entry(to, new_name) >= 0)
    return EXISTS;
  int f = find_entry(to, 0);
  if (f < 0)
    return FULL;
  int i = entries[from][e].inode;
  lock_inode(i);
  int type = inodes[i].type;
  if (type == PLAIN)
    touch(i);
  unlock_inode(i);
  if (type != PLAIN)
    return NOT_PLAIN;
  clear_entry(from, e);
  set_entry(to, f, new_name, i);
  return OK;
}

/* Gives a file another name, and moves it to another directory maybe. Directories are not moved,
 * so who is above whom never changes. */
int fs_rename(int directory, int name, int new_directory, int new_name) {
  lock_inode(ROOT);
  int from = find_directory(directory);
  int to = find_directory(new_directory);
  if (from < 0 || to < 0) {
    unlock_inode(ROOT);
    return NOT_FOUND;
  }
  int result;
  if (from != ROOT && to != ROOT) {
    lock_directories(from, to);
    unlock_inode(ROOT);
    result = NOT_DIRECTORY;
    if (inodes[from].type == DIRECTORY && inodes[to].type == DIRECTORY)
      result = move_entry(from, name, to, new_name);
    unlock_directories(from, to);
    return result;
  }
  int other = from != ROOT ? from : to;
  result = OK;
  if (other != ROOT) {
    lock_inode(other);
    if (inodes[other].type != DIRECTORY)
      result = NOT_DIRECTORY;
  }
  if (result == OK)
    result = move_entry(from, name, to, new_name);
  if (other != ROOT)
    unlock_inode(other);
  unlock_inode(ROOT);
  return result;
}

/* Makes a copy of a file, of as many cells as it has when they are looked at. */
int fs_copy(int directory, int name, int new_directory, int new_name) {
  int from = fs_open(directory, name);
  if (from < 0)
    return from;
  int to = fs_create(new_directory, new_name);
  if (to < 0) {
    fs_close(from);
    return to;
  }
  int result = OK;
  for (int p = 0; p < MAX_SIZE && result == OK; p++) {
    int value = fs_read(from, p);
    if (value == BAD_POSITION)
      break;
    result = fs_write(to, p, value);
  }
  fs_close(to);
  fs_close(from);
  return result;
}

/* ---- The check in the end -------------------------------------------------------------------
 * It runs when all threads are done, so it takes no mutexes. */

/* Blocks belong to one file each, and the map and the counter know them. */
void check_blocks(void) {
  int map = 1;
  for (int i = 1; i < INODES; i++) {
    for (int k = 0; k < DIRECT; k++) {
      int b = inodes[i].block[k];
      if (b == NOTHING)
        continue;
      assert(b > 0 && b < BLOCKS);
      assert(inodes[i].type == PLAIN);
      assert(inodes[i].size > k * BLOCK_SIZE);
      assert(!(map >> b & 1));
      map |= 1 << b;
    }
  }
  assert(super.block_map == map);
#if RACE != 2
  assert(super.free_blocks == count_clear(map, BLOCKS));
#endif
}

/* Inodes are in use if the map says so, and have as many links as there are entries. */
void check_inodes(void) {
  int links[INODES] = {[ROOT] = 1};
  for (int d = 1; d < INODES; d++) {
    for (int e = 0; e < ENTRIES; e++) {
      if (entries[d][e].name == 0)
        continue;
      assert(inodes[d].type == DIRECTORY);
      int i = entries[d][e].inode;
      assert(i > ROOT && i < INODES);
      assert(d == ROOT || inodes[i].type == PLAIN);
      links[i]++;
    }
  }
  int map = 1;
  for (int i = 1; i < INODES; i++) {
    int type = inodes[i].type;
    int size = inodes[i].size;
    assert(inodes[i].links == links[i]);
    assert(size >= 0 && size <= MAX_SIZE);
    assert(type == PLAIN || size == 0);
    assert(type != DIRECTORY || links[i] == 1);
    assert((type != UNUSED) == (links[i] > 0 || inodes[i].opens > 0));
    assert(inodes[i].mtime <= super.clock);
    if (type != UNUSED)
      map |= 1 << i;
  }
  assert(super.inode_map == map);
  assert(super.free_inodes == count_clear(map, INODES));
}

/* No directory has two entries with the same name. */
void check_names(void) {
  for (int d = 1; d < INODES; d++) {
    for (int e = 1; e < ENTRIES; e++) {
      int name = entries[d][e].name;
      for (int f = 0; f < e && name != 0; f++)
        assert(entries[d][f].name != name);
    }
  }
}

/* ---- Threads ----------------------------------------------------------------------------- */

/* Begins a draft, adds to the notes, and looks at both. */
void *author(void *arg) {
  (void)arg;
  int draft = fs_create(TOP, DRAFT);
  if (LENGTH < 2)
    return 0;
  int notes = fs_open(TOP, NOTES);
  if (LENGTH < 3)
    return 0;
  if (notes > 0)
    fs_append(notes, 72);
  if (LENGTH < 4)
    return 0;
  if (draft > 0)
    fs_write(draft, 0, 90);
  if (LENGTH < 5)
    return 0;
  if (notes > 0) {
    int value = fs_read(notes, 2);
    assert(value == 72 || value == BAD_POSITION);
  }
  if (LENGTH < 6)
    return 0;
  if (draft > 0)
    assert(fs_read(draft, 0) == 90);
  if (LENGTH < 7)
    return 0;
  if (notes > 0)
    fs_close(notes);
  if (LENGTH < 8)
    return 0;
  if (draft > 0)
    fs_close(draft);
  return 0;
}

/* Looks around, makes room by removing what is old, and cuts the notes short. */
void *janitor(void *arg) {
  (void)arg;
  fs_list(ARCHIVE);
  if (LENGTH < 2)
    return 0;
  int notes = fs_open(TOP, NOTES);
  if (LENGTH < 3)
    return 0;
  if (notes > 0)
    assert(fs_read(notes, 0) == 70);
  if (LENGTH < 4)
    return 0;
  if (notes > 0) {
    struct attributes a = fs_stat(notes);
    assert(a.size >= 0 && a.size <= MAX_SIZE);
    assert(a.mtime >= 2);
  }
  if (LENGTH < 5)
    return 0;
  fs_unlink(TOP, OLD);
  if (LENGTH < 6)
    return 0;
  fs_free();
  if (LENGTH < 7)
    return 0;
  if (notes > 0)
    fs_truncate(notes, 1);
  if (LENGTH < 8)
    return 0;
  fs_mkdir(ATTIC);
  if (LENGTH < 9)
    return 0;
  if (notes > 0)
    fs_close(notes);
  return 0;
}

/* Puts a copy of the notes into the archive, renames and links it, and leaves nothing behind. */
void *archivist(void *arg) {
  (void)arg;
  fs_copy(TOP, NOTES, ARCHIVE, COPY);
  if (LENGTH < 2)
    return 0;
  fs_rename(ARCHIVE, COPY, ARCHIVE, FINAL);
  if (LENGTH < 3)
    return 0;
  int final = fs_open(ARCHIVE, FINAL);
  if (LENGTH < 4)
    return 0;
  if (final > 0)
    fs_link(final, ARCHIVE, ALIAS);
  if (LENGTH < 5)
    return 0;
  if (final > 0)
    fs_close(final);
  if (LENGTH < 6)
    return 0;
  fs_unlink(ARCHIVE, FINAL);
  if (LENGTH < 7)
    return 0;
  fs_unlink(ARCHIVE, ALIAS);
  if (LENGTH < 8)
    return 0;
  if (fs_list(ARCHIVE) == 0)
    fs_rmdir(ARCHIVE);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, author, 0);
  pthread_create(&b, 0, janitor, 0);
#if THREADS > 2
  pthread_t c;
  pthread_create(&c, 0, archivist, 0);
  pthread_join(c, 0);
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
#if FSCK
  check_blocks();
  check_inodes();
  check_names();
#endif
  return 0;
}
