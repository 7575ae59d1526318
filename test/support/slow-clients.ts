import { connect, type Socket } from 'node:net';

/** Where slow clients connect to. */
export interface Target {
  port: number;
  key: string;
}

/** What a client that gets nowhere sends first, and then again and again. */
export interface Slowness {
  start(target: Target): string;
  dribble: string;
  /** Default: it takes what is answered. */
  takesNothing?: true;
}

const host = ({ port }: Target) => `Host: 127.0.0.1:${port}`;
const authorization = ({ key }: Target) => `Authorization: Bearer ${key}`;

/** A head that never ends. */
export const slowHead: Slowness = {
  start: (target) => `GET /v1/swaps HTTP/1.1\r\n${host(target)}\r\nX-`,
  dribble: 'x',
};

/** A job that never ends. */
export const slowBody: Slowness = {
  start: (target) =>
    [
      'POST /v1/swaps HTTP/1.1',
      host(target),
      authorization(target),
      'Idempotency-Key: slow',
      'Content-Type: application/json',
      'Content-Length: 60000',
      '',
      '{"a":"',
    ].join('\r\n'),
  dribble: 'x',
};

/**
 * Many large answers of which none is taken. Empty lines between requests mean nothing: they show
 * the client that the other end has gone.
 */
export const unreadAnswers: Slowness = {
  start: (target) => `GET /v1/openapi.json HTTP/1.1\r\n${host(target)}\r\n\r\n`.repeat(500),
  dribble: '\r\n',
  takesNothing: true,
};

/** @param every milliseconds between two dribbles */
export function connectSlowly(
  target: Target,
  { start, dribble, takesNothing }: Slowness,
  every = 50,
): { socket: Socket; closed: Promise<void> } {
  const socket = connect(target.port, '127.0.0.1');
  socket.write(start(target));
  const dribbling = setInterval(() => socket.write(dribble), every);
  socket.on('error', () => undefined);
  if (takesNothing) socket.pause();
  else socket.resume();
  const closed = new Promise<void>((resolve) => {
    // A socket that is not read hears of its end by an error alone.
    const end = () => {
      clearInterval(dribbling);
      socket.destroy();
      resolve();
    };
    socket.once('error', end);
    socket.once('close', end);
  });
  return { socket, closed };
}

/** A stream of events that is open, and all that it has brought. */
export interface OpenStream {
  text(): string;
  close(): void;
}

/** Resolves when the stream has answered. @param types topics; default: all */
export function openEventStream(target: Target, types?: string): Promise<OpenStream> {
  const socket = connect(target.port, '127.0.0.1');
  const head = [
    `GET /v1/events${types === undefined ? '' : `?type=${types}`} HTTP/1.1`,
    host(target),
    authorization(target),
    'Accept: text/event-stream',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  let text = '';
  return new Promise((resolve, reject) => {
    socket.on('data', (data) => {
      text += data;
      if (text.startsWith('HTTP/1.1 200')) resolve(stream);
      else reject(new Error(`no stream: ${text}`));
    });
    socket.on('error', reject);
    const stream = { text: () => text, close: () => void socket.destroy() };
  });
}

/**
 * Keeps as many connections of each kind open, and opens another for each that the server closes,
 * until it is ended.
 */
export function besiege(target: Target, kinds: readonly (readonly [Slowness, number])[]) {
  const sockets = new Set<Socket>();
  let isOver = false;
  const keep = async (slowness: Slowness): Promise<void> => {
    while (!isOver) {
      const { socket, closed } = connectSlowly(target, slowness, 500);
      sockets.add(socket);
      await closed;
      sockets.delete(socket);
    }
  };
  const kept = kinds.flatMap(([slowness, count]) =>
    Array.from({ length: count }, () => keep(slowness)),
  );
  return {
    /** Connections that are open now. */
    open: () => [...sockets].filter((socket) => socket.readyState !== 'opening').length,
    async end(): Promise<void> {
      isOver = true;
      for (const socket of sockets) socket.destroy();
      await Promise.all(kept);
    },
  };
}
