// A worker that does nothing until it is ended.
process.on('message', () => {});
