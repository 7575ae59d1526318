/** How the nodes of a family announce new blocks over a WebSocket. */
export interface HeadSubscription {
  /** The JSON-RPC method that subscribes. */
  method: string;
  params: readonly unknown[];
  /** The `method` of the messages that announce a block. */
  notification: string;
}

export interface FollowOptions {
  /** Tried in turn. */
  wsUrls: readonly string[];
  subscription: HeadSubscription;
  onHead: () => void;
  /** Milliseconds without a block after which it reconnects. */
  silentAfter: number;
}

/** Milliseconds before a reconnect. Doubles up to the longest until a block arrives. */
const leastPause = 500;
const longestPause = 60_000;

/**
 * Calls `onHead` for each block that a node announces. Reconnects, to the next URL if there are
 * several, when a connection fails, closes or goes silent. Throws nothing and uses nothing from the
 * messages. Returns a function that stops it.
 */
export function followHeads({
  wsUrls,
  subscription,
  onHead,
  silentAfter,
}: FollowOptions): () => void {
  let isStopped = false;
  let tries = 0;
  let pause = leastPause;
  let retry: NodeJS.Timeout | undefined;
  let disconnect = connect();

  function connect(): () => void {
    const url = wsUrls[tries++ % wsUrls.length] ?? '';
    return openSubscription({
      url,
      subscription,
      silentAfter,
      onHead: () => {
        if (isStopped) return;
        pause = leastPause;
        onHead();
      },
      onEnd: () => {
        if (isStopped) return;
        retry = setTimeout(() => {
          disconnect = connect();
        }, pause);
        retry.unref();
        pause = Math.min(longestPause, 2 * pause);
      },
    });
  }

  return () => {
    isStopped = true;
    clearTimeout(retry);
    disconnect();
  };
}

interface ConnectionOptions extends Omit<FollowOptions, 'wsUrls'> {
  url: string;
  /** Called once. */
  onEnd: () => void;
}

/** Opens one connection with one subscription. Returns a function that closes it. */
function openSubscription({
  url,
  subscription,
  silentAfter,
  onHead,
  onEnd,
}: ConnectionOptions): () => void {
  let isOver = false;
  let close = (): void => undefined;
  let silence = setTimeout(end, silentAfter);

  function end(): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(silence);
    close();
    onEnd();
  }

  async function open(): Promise<void> {
    const { getWebSocketRpcClient } = await import('./web-socket.ts');
    const client = await getWebSocketRpcClient(url, { keepAlive: false, reconnect: false });
    close = () => client.close();
    if (isOver) return close();
    client.socket.addEventListener('close', end);
    client.socket.addEventListener('message', ({ data }) => {
      if (isOver || methodOf(data) !== subscription.notification) return;
      clearTimeout(silence);
      silence = setTimeout(end, silentAfter);
      onHead();
    });
    const { method, params } = subscription;
    client.request({
      body: { method, params: [...params] },
      onError: end,
      onResponse: ({ error }) => {
        if (error) end();
      },
    });
  }

  open().catch(end);
  return end;
}

function methodOf(message: unknown): unknown {
  try {
    const read: unknown = JSON.parse(String(message));
    return typeof read === 'object' && read !== null && 'method' in read ? read.method : undefined;
  } catch {
    return undefined;
  }
}
