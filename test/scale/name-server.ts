// A DNS server like Docker's for containers: it knows one name and its current addresses.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export type NameServer = {
  port: number;
  /** The addresses in all further answers. */
  addresses: string[];
  stop(): Promise<void>;
};

const headerLength = 12;
/** The type and class that follow the name in a question. */
const tailLength = 4;
const typeA = 1;
/** Docker's own lifetime, which is longer than addresses last. */
const lifeSeconds = 600;

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  const server: NameServer = {
    port: 0,
    addresses: [],
    stop: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
  socket.on('message', (question, { port, address }) =>
    socket.send(answer(question, server.addresses), port, address),
  );
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  server.port = socket.address().port;
  return server;
}

function answer(question: Buffer, addresses: readonly string[]): Buffer {
  const end = question.indexOf(0, headerLength) + 1 + tailLength;
  const type = question.readUInt16BE(end - tailLength);
  const records = type === typeA ? addresses.map(record) : [];
  const header = Buffer.from(question.subarray(0, headerLength));
  // The flags of an authoritative answer, then one question and this many answers.
  header.writeUInt16BE(0x8580, 2);
  for (const [n, count] of [1, records.length, 0, 0].entries())
    header.writeUInt16BE(count, 4 + 2 * n);
  return Buffer.concat([header, question.subarray(headerLength, end), ...records]);
}

function record(address: string): Buffer {
  const text = Buffer.alloc(16);
  // A pointer to the name in the question.
  text.writeUInt16BE(0xc000 + headerLength, 0);
  text.writeUInt16BE(typeA, 2);
  text.writeUInt16BE(1, 4);
  text.writeUInt32BE(lifeSeconds, 6);
  text.writeUInt16BE(4, 10);
  text.set(address.split('.').map(Number), 12);
  return text;
}
