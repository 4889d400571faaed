// A thread of the printer that does what the job's title says.
import { parentPort, threadId } from 'node:worker_threads';

parentPort?.on('message', ({ title }: { title: string }) => {
  const answer = (text: string, isWorn = false): void => {
    parentPort?.postMessage({ bytes: new TextEncoder().encode(text), isWorn });
  };
  switch (title) {
    case 'refuse':
      parentPort?.postMessage({ problem: 'on purpose', isWorn: false });
      return;
    case 'exit':
      process.exit(1);
      return;
    case 'throw':
      throw new Error('on purpose');
    case 'hang':
      return;
    case 'wear':
      answer('worn', true);
      return;
    case 'thread':
      answer(String(threadId));
      return;
    default:
      answer(title);
  }
});
