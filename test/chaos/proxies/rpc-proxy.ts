import { type EventName, type Fault, rpcMethods } from '../faults.ts';
import type { Referee } from '../referee.ts';
import { type HttpProxy, type HttpRequest, startHttpProxy, underFault } from './http-proxy.ts';
import { createLiar, type Liar } from './liar.ts';

export interface ChainProxies {
  /** Two endpoints of one chain. */
  urls: string[];
  close(): Promise<void>;
}

/** Two endpoints in front of one node. Only one of them lies at a time. */
export async function startRpcProxies(nodeUrl: string, referee: Referee): Promise<ChainProxies> {
  const liars: Liar[] = [createLiar(nodeUrl), createLiar(nodeUrl)];
  const proxies: HttpProxy[] = await Promise.all(
    liars.map((liar) =>
      startHttpProxy(
        () => nodeUrl,
        async (request, forward) => {
          const fault = strike(request, referee);
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
    urls: proxies.map(({ url }) => url),
    async close() {
      await Promise.all(proxies.map((proxy) => proxy.close()));
    },
  };
}

/** One request may carry many questions; all are counted, and the first fault that is due at one of them strikes the request. */
function strike({ body }: HttpRequest, referee: Referee): Fault | undefined {
  const parsed = JSON.parse(body) as { method: string } | { method: string }[];
  const events = [parsed].flat().flatMap(({ method }) => eventOf(method));
  let fault: Fault | undefined;
  for (const event of events) {
    const taken = fault;
    fault = referee.happens(event, () => taken === undefined) ?? taken;
  }
  return fault;
}

function eventOf(method: string): EventName[] {
  const known = rpcMethods.find((one) => one === method);
  return known ? [`rpc ${known}`] : [];
}
