//! The heap of a `QuickJS` runtime, all of which is freed with the runtime, and which refuses
//! one block when its limit is exceeded.
//!
//! The engine's crate never releases some references to objects, and `QuickJS` frees
//! only the small blocks of an object that is still referenced when its runtime ends.
//! So this allocator links all blocks of a runtime, and frees those that are left after
//! the runtime itself, which is the last block that `QuickJS` frees.
//!
//! `QuickJS` can crash when memory runs out while it describes an error: it frees a call site
//! twice (`build_backtrace`). At the limit, the engine's crate asks the script to stop and
//! grants it 16 MiB, which a script can use up before it notices. So one block is refused
//! soon after the limit: the script ends with an exception while there is memory for it.
//!
//! The engine's crate calls `JS_NewRuntime`, whose allocator is fixed. The linker makes
//! it call [`new_runtime`] instead (`build.rs` of the program); programs that are linked without
//! that option have the allocator of `QuickJS`.

#![expect(unsafe_code, reason = "an allocator for a C library")]

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;

/// Bytes above the limit at which a block is refused: the engine's crate, which counts less,
/// notices the limit before.
const SLACK: usize = 1 << 20;

thread_local! {
    /// Size limit of the heaps of runtimes that this thread creates, in bytes.
    static LIMIT: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// Sets the size limit of the heaps of runtimes that this thread creates, in bytes.
pub(crate) fn set_limit(bytes: usize) {
    LIMIT.set(bytes.saturating_add(SLACK));
}

/// `JSMallocFunctions`. The first argument is the heap, where there is one.
#[repr(C)]
struct MallocFunctions {
    calloc: unsafe extern "C" fn(*mut Heap, usize, usize) -> *mut c_void,
    malloc: unsafe extern "C" fn(*mut Heap, usize) -> *mut c_void,
    free: unsafe extern "C" fn(*mut Heap, *mut c_void),
    realloc: unsafe extern "C" fn(*mut Heap, *mut c_void, usize) -> *mut c_void,
    usable_size: unsafe extern "C" fn(*const c_void) -> usize,
}

static FUNCTIONS: MallocFunctions = MallocFunctions { calloc, malloc, free, realloc, usable_size };

unsafe extern "C" {
    /// Creates a runtime with an allocator; null if it has no memory.
    fn JS_NewRuntime2(functions: *const MallocFunctions, heap: *mut Heap) -> *mut c_void;
}

/// The blocks of one runtime, which only its thread uses.
#[repr(C)]
struct Heap {
    /// A link of the ring without a block.
    ring: Link,
    runtime: *mut c_void,
    /// Bytes of all blocks, their links included.
    size: usize,
    /// Size at which one block is refused.
    limit: usize,
}

impl Heap {
    /// Allocates an empty heap, which the caller owns.
    fn new(limit: usize) -> *mut Self {
        let ring = Link { previous: ptr::null_mut(), next: ptr::null_mut() };
        let heap = Box::into_raw(Box::new(Self { ring, runtime: ptr::null_mut(), size: 0, limit }));
        // SAFETY: it is valid until the caller frees it.
        unsafe {
            let ring = &raw mut (*heap).ring;
            *ring = Link { previous: ring, next: ring };
        }
        heap
    }

    /// Whether there may be `bytes` more. Refuses that once.
    fn admits(&mut self, bytes: usize) -> bool {
        let is_admitted = self.size.saturating_add(bytes) <= self.limit;
        if !is_admitted {
            self.limit = usize::MAX;
        }
        is_admitted
    }
}

/// A link in the ring of a heap's blocks, in front of the contents of a block. Contents
/// are aligned as `malloc` aligns them.
#[repr(C, align(16))]
struct Link {
    previous: *mut Self,
    next: *mut Self,
}

/// Creates a runtime with a heap of its own; null if there is no memory.
#[unsafe(export_name = "__wrap_JS_NewRuntime")]
extern "C" fn new_runtime() -> *mut c_void {
    let heap = Heap::new(LIMIT.get());
    // SAFETY: `heap` is valid until the runtime is freed. The functions have the
    // signatures of `JSMallocFunctions`.
    unsafe {
        (*heap).runtime = JS_NewRuntime2(&raw const FUNCTIONS, heap);
        if (*heap).runtime.is_null() {
            drop(Box::from_raw(heap));
            return ptr::null_mut();
        }
        (*heap).runtime
    }
}

impl Drop for Heap {
    /// Frees the blocks that are left.
    fn drop(&mut self) {
        let ring = &raw mut self.ring;
        // SAFETY: no one uses the blocks after their runtime, and each was allocated by
        // `malloc`.
        unsafe {
            let mut link = (*ring).next;
            while link != ring {
                let next = (*link).next;
                libc::free(link.cast());
                link = next;
            }
        }
    }
}

/// Inserts a new block into the ring, and returns its contents; null if `link` is.
///
/// # Safety
/// `heap` must be valid; `link` must be null or an allocated block of no ring.
unsafe fn insert(heap: *mut Heap, link: *mut Link) -> *mut c_void {
    if link.is_null() {
        return ptr::null_mut();
    }
    // SAFETY: the links of a ring are valid.
    unsafe {
        let previous = &raw mut (*heap).ring;
        let next = (*previous).next;
        link.write(Link { previous, next });
        (*previous).next = link;
        (*next).previous = link;
        (*heap).size += libc::malloc_usable_size(link.cast());
        link.add(1).cast()
    }
}

/// Removes a block from the ring, and returns it.
///
/// # Safety
/// `heap` must be valid; `contents` must be those of a block of it.
unsafe fn remove(heap: *mut Heap, contents: *mut c_void) -> *mut Link {
    // SAFETY: the links of a ring are valid.
    unsafe {
        let link = contents.cast::<Link>().sub(1);
        let Link { previous, next } = link.read();
        (*previous).next = next;
        (*next).previous = previous;
        (*heap).size -= libc::malloc_usable_size(link.cast());
        link
    }
}

/// Allocates a block for `size` bytes, and returns its contents; null if there is no memory, or
/// the heap refuses the block.
///
/// # Safety
/// `heap` must be valid; `allocate` must return null or an allocated block of that many bytes.
unsafe fn add(
    heap: *mut Heap,
    size: usize,
    allocate: impl FnOnce(usize) -> *mut c_void,
) -> *mut c_void {
    let bytes = size.saturating_add(size_of::<Link>());
    // SAFETY: the same contract.
    unsafe {
        let block = if (*heap).admits(bytes) { allocate(bytes) } else { ptr::null_mut() };
        insert(heap, block.cast())
    }
}

unsafe extern "C" fn calloc(heap: *mut Heap, count: usize, size: usize) -> *mut c_void {
    // SAFETY: `QuickJS` passes the heap of the runtime.
    unsafe { add(heap, count.saturating_mul(size), |bytes| libc::calloc(1, bytes)) }
}

unsafe extern "C" fn malloc(heap: *mut Heap, size: usize) -> *mut c_void {
    // SAFETY: `QuickJS` passes the heap of the runtime.
    unsafe { add(heap, size, |bytes| libc::malloc(bytes)) }
}

unsafe extern "C" fn free(heap: *mut Heap, contents: *mut c_void) {
    if contents.is_null() {
        return;
    }
    // SAFETY: `QuickJS` passes the heap of the runtime, and a block of it. It uses
    // neither after it freed the runtime.
    unsafe {
        libc::free(remove(heap, contents).cast());
        if contents == (*heap).runtime {
            drop(Box::from_raw(heap));
        }
    }
}

unsafe extern "C" fn realloc(heap: *mut Heap, contents: *mut c_void, size: usize) -> *mut c_void {
    if contents.is_null() {
        // SAFETY: the same contract.
        return unsafe { malloc(heap, size) };
    }
    let bytes = size.saturating_add(size_of::<Link>());
    // SAFETY: `QuickJS` passes the heap of the runtime, and a block of it, which stays
    // allocated if there is no memory.
    unsafe {
        if !(*heap).admits(bytes.saturating_sub(usable_size(contents))) {
            return ptr::null_mut();
        }
        let old = remove(heap, contents);
        let new = libc::realloc(old.cast(), bytes).cast::<Link>();
        if new.is_null() {
            insert(heap, old);
            return ptr::null_mut();
        }
        insert(heap, new)
    }
}

unsafe extern "C" fn usable_size(contents: *const c_void) -> usize {
    // SAFETY: `QuickJS` passes a block of the heap.
    unsafe {
        let link = contents.cast::<Link>().sub(1);
        libc::malloc_usable_size(link.cast_mut().cast()).saturating_sub(size_of::<Link>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_block_is_refused_at_the_limit() {
        let heap = Heap::new(2000);
        // SAFETY: the heap is valid until its end here, which frees its blocks.
        unsafe {
            let freed = malloc(heap, 1500);
            assert!(!freed.is_null());
            free(heap, freed);
            let kept = malloc(heap, 1500);
            assert!(!kept.is_null(), "a freed block does not count");
            assert!(realloc(heap, kept, 2500).is_null());
            assert!(!calloc(heap, 1, 2500).is_null(), "only one block is refused");
            drop(Box::from_raw(heap));
        }
    }
}
