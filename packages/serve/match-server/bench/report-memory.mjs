// Loaded into a server that is measured: answers each message of the parent process with the memory after a collection.
process.on('message', () => {
  globalThis.gc?.();
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
process.channel?.unref();
