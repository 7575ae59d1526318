import type { EventName } from '../faults.ts';
import { rpcCalls } from '../faults.ts';
import type { Referee } from '../referee.ts';
import { type HttpProxy, type HttpRequest, startHttpProxy, underFault } from './http-proxy.ts';
import type { Liar } from './liar.ts';
import type { ChainProxies } from './rpc-proxy.ts';
import { createTronLiar } from './tron-liar.ts';

/** Two endpoints in front of one full node. Only one of them lies at a time. */
export async function startTronProxies({ url }: { url: string }, referee: Referee): Promise<ChainProxies> {
  const liars: Liar[] = [createTronLiar(url), createTronLiar(url)];
  const proxies: HttpProxy[] = await Promise.all(
    liars.map((liar) =>
      startHttpProxy(
        () => url,
        async (request, forward) => {
          const event = eventOf(request);
          const fault = event && referee.happens(event);
          if (fault?.kind === 'lie') {
            for (const other of liars) other.stop();
            await liar.lie(fault);
          }
          return underFault(fault, request, (asked) => liar.answer(asked, forward));
        },
      ),
    ),
  );
  return {
    urls: proxies.map((proxy) => proxy.url),
    async close() {
      await Promise.all(proxies.map((proxy) => proxy.close()));
    },
  };
}

function eventOf({ path }: HttpRequest): EventName | undefined {
  const call = rpcCalls.find((one) => path.split('?')[0] === `/${one}`);
  return call && `rpc ${call}`;
}
