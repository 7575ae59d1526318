import { failAndTakeBack, isPayment, type Node } from '../fail-and-take-back.ts';
import { type EventName, type Fault, rpcCalls } from '../faults.ts';
import type { Referee } from '../referee.ts';
import {
  type Forward,
  type HttpAnswer,
  type HttpProxy,
  type HttpRequest,
  startHttpProxy,
  underFault,
} from './http-proxy.ts';
import { createLiar, type Liar } from './liar.ts';

export interface ChainProxies {
  /** Two endpoints of one chain. */
  urls: string[];
  close(): Promise<void>;
}

/** Two endpoints in front of one node. Only one of them lies at a time, and one payment at a time is made to fail. */
export async function startRpcProxies(node: Node, referee: Referee): Promise<ChainProxies> {
  const liars: Liar[] = [createLiar(node.url), createLiar(node.url)];
  let isDisturbed = false;

  async function failOne(fault: Fault, request: HttpRequest, forward: Forward): Promise<HttpAnswer> {
    isDisturbed = true;
    const { answer, hasFailed } = await failAndTakeBack(node, request, forward);
    hasFailed
      .then((failed) => {
        if (!failed) referee.giveBack(fault);
      })
      .catch((cause: unknown) => referee.failed(fault, cause))
      .finally(() => {
        isDisturbed = false;
      });
    return answer;
  }

  async function handle(liar: Liar, request: HttpRequest, forward: Forward): Promise<HttpAnswer | 'cut'> {
    const fault = strike(request, referee, (due) => due.kind !== 'reorg' || (!isDisturbed && isPayment(request.body)));
    if (fault?.kind === 'reorg') return failOne(fault, request, forward);
    if (fault?.kind === 'lie') {
      for (const other of liars) other.stop();
      await liar.lie(fault);
    }
    return underFault(fault, request, (asked) => liar.answer(asked, forward));
  }

  const proxies: HttpProxy[] = await Promise.all(
    liars.map((liar) =>
      startHttpProxy(
        () => node.url,
        (request, forward) => handle(liar, request, forward),
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
function strike({ body }: HttpRequest, referee: Referee, accepts: (due: Fault) => boolean): Fault | undefined {
  const parsed = JSON.parse(body) as { method: string } | { method: string }[];
  const events = [parsed].flat().flatMap(({ method }) => eventOf(method));
  let fault: Fault | undefined;
  for (const event of events) {
    const taken = fault;
    fault = referee.happens(event, (due) => taken === undefined && accepts(due)) ?? taken;
  }
  return fault;
}

function eventOf(method: string): EventName[] {
  const known = rpcCalls.find((one) => one === method);
  return known ? [`rpc ${known}`] : [];
}
