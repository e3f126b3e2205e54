#pragma once
// Extended attributes of files (xattr(7)), which Swift's Glibc leaves out.
#include <sys/xattr.h>
