import { evict } from '../chain-faults.ts';
import { failAndTakeBack, type Node, type PaymentReader } from '../fail-and-take-back.ts';
import type { EventName, Fault } from '../faults.ts';
import type { Referee } from '../referee.ts';
import {
  type Forward,
  type HttpAnswer,
  type HttpProxy,
  type HttpRequest,
  startHttpProxy,
  underFault,
} from './http-proxy.ts';
import type { Liar } from './liar.ts';

/** How the nodes of a family talk. */
export interface NodeLanguage {
  /** What a request asks for, as far as faults are planned for it. */
  eventsOf(request: HttpRequest): EventName[];
  createLiar(nodeUrl: string): Liar;
  payments(nodeUrl: string): PaymentReader;
}

interface ChainProxies {
  /** Two endpoints of one chain, of two hosts. */
  urls: string[];
  close(): Promise<void>;
}

const hosts = ['127.0.0.1', 'localhost'];

/**
 * Two endpoints in front of one node. Only one of them lies at a time, and one payment at a time is
 * made to fail.
 */
export async function startChainProxies(
  node: Node,
  language: NodeLanguage,
  referee: Referee,
): Promise<ChainProxies> {
  const liars: Liar[] = [language.createLiar(node.url), language.createLiar(node.url)];
  const payments = language.payments(node.url);
  let isDisturbed = false;
  let watched: { txId: string; isShown: boolean } | undefined;

  function watchFailure(txId: string): () => boolean {
    const mine = { txId, isShown: false };
    watched = mine;
    return () => mine.isShown;
  }

  function notice({ path, body: asked }: HttpRequest, { body: told }: HttpAnswer): void {
    if (!watched || payments.failure?.test(told) !== true) return;
    if (`${path} ${asked} ${told}`.includes(watched.txId)) watched.isShown = true;
  }

  async function failOne(
    fault: Fault,
    request: HttpRequest,
    forward: Forward,
  ): Promise<HttpAnswer> {
    isDisturbed = true;
    const { answer, hasFailed } = await failAndTakeBack(node, payments, {
      request,
      forward,
      watchFailure,
    });
    hasFailed
      .then((failed) => {
        if (!failed) referee.giveBack(fault);
      })
      .catch((cause: unknown) => referee.failed(fault, cause))
      .finally(() => {
        isDisturbed = false;
        watched = undefined;
      });
    return answer;
  }

  /** It is sent, and gone from the pool before the next block. */
  async function evictOne(
    fault: Fault,
    request: HttpRequest,
    forward: Forward,
  ): Promise<HttpAnswer> {
    const answer = await forward(request);
    const payment = payments.paymentIn(request.body);
    if (!payment || !(await evict(node.controlUrl, node.chain, payment.txId)))
      referee.giveBack(fault);
    return answer;
  }

  /**
   * One request may carry many questions; all are counted, and the first fault that is due at one
   * of them strikes the request.
   */
  function strike(request: HttpRequest): Fault | undefined {
    const accepts = (due: Fault): boolean =>
      due.kind !== 'reorg' || (!isDisturbed && payments.paymentIn(request.body) !== undefined);
    let fault: Fault | undefined;
    for (const event of language.eventsOf(request)) {
      const taken = fault;
      fault = referee.happens(event, (due) => taken === undefined && accepts(due)) ?? taken;
    }
    return fault;
  }

  async function handle(
    liar: Liar,
    request: HttpRequest,
    forward: Forward,
  ): Promise<HttpAnswer | 'cut'> {
    const fault = strike(request);
    if (fault?.kind === 'reorg') return failOne(fault, request, forward);
    if (fault?.kind === 'evict') return evictOne(fault, request, forward);
    if (fault?.kind === 'lie' && fault.of === undefined) {
      for (const other of liars) other.stop();
      await liar.lie(fault);
    }
    const answer = await underFault(fault, request, (asked) => liar.answer(asked, forward));
    if (answer !== 'cut') notice(request, answer);
    return answer;
  }

  const proxies: HttpProxy[] = await Promise.all(
    liars.map((liar, index) =>
      startHttpProxy(
        () => node.url,
        (request, forward) => handle(liar, request, forward),
        hosts[index],
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
