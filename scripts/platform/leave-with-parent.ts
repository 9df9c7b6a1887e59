/** Loaded before each process of the platform: when the supervisor is gone, however it went, the process stops as if asked to. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
