/** Plays matches on many machines: a queue in Redis or PostgreSQL, its executor and its workers. */
export { createQueueServer } from '../queue/connection.js';
export { createQueueExecutor } from '../queue/queue-executor.js';
export { QueueKey, readQueueKey } from '../queue/queue-key.js';
export { runWorker } from '../queue/worker.js';
