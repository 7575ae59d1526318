import type { Job } from '../../core/swap/job.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { requireReach, requireScope, submitterOf } from '../../executor/authorize.ts';
import { jobRequestSchema } from '../../executor/job-request.ts';
import { viewOf } from '../../executor/view-of.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { offerJson, previewJson } from '../preview-json.ts';
import { recordJson } from '../record-json.ts';
import { previewAnswer, quoteAnswer } from '../schemas/preview.ts';
import { retryPreviewAnswer } from '../schemas/record.ts';
import { amounts, assetJson } from '../swap-json.ts';
import { createWaitLimit } from '../wait-limit.ts';
import { swapParams } from './swaps.ts';

/** Of one key at the same time, in each process: each makes many requests of its own. */
const maxPreviews = 4;

/** How many requests a preview counts as: it asks the routing service and the chains about ten. */
const previewCost = 10;
const quoteCost = 3;

const jobProblems = ['INVALID_JOB', 'UNKNOWN_WALLET', 'UNKNOWN_CHAIN', 'ROUTER_BUDGET_SPENT'];

/** What jobs would do, before anything is submitted. */
export function previewEndpoints({
  preview,
  previewRetry,
  quote,
  chains,
  journal,
}: Pick<ApiDependencies, 'preview' | 'previewRetry' | 'quote' | 'chains' | 'journal'>): Endpoint[] {
  const running = createWaitLimit({
    max: maxPreviews,
    retryAfter: 1_000,
    whatFor: 'previews',
  });
  /** Fees are paid in it. */
  const coinOf = ({ from }: Job) => {
    const chain = chains.find(({ name }) => name === from.chain);
    if (!chain) throw new FerrymanError('INTERNAL', `the chain ${from.chain} is gone`);
    return chain.nativeToken;
  };
  return [
    defineEndpoint({
      id: 'previewSwap',
      method: 'post',
      path: '/v1/swaps/dry-run',
      group: 'swaps',
      scope: 'submit',
      summary: 'Show what a swap would do, and sign nothing',
      description: [
        'Asks the routing service for quote and transaction, reads the chains, simulates the transactions and has the guard judge them, as for the swap itself. Stores nothing, and makes no order at a provider that is paid by deposit.',
        `Needs no idempotency key. Counts as ${previewCost} requests.`,
      ].join(' '),
      body: jobRequestSchema,
      bodyName: 'job',
      isBodyRaw: true,
      isSafeToRepeat: true,
      cost: () => previewCost,
      answers: { 200: { description: 'The plan and its verdict.', schema: previewAnswer } },
      problems: jobProblems,
      async handle({ body, key }) {
        const plan = await running.run(key.id, () => preview({ body, by: submitterOf(key) }));
        return { status: 200, body: { preview: previewJson(plan, coinOf(plan.job)) } };
      },
    }),
    defineEndpoint({
      id: 'previewRetry',
      method: 'post',
      path: '/v1/swaps/{id}/retry/dry-run',
      group: 'swaps',
      scope: 'submit',
      summary: 'Show what a retry would do, beside the order that it replaces, and sign nothing',
      description: `Asks the routing service for a new quote, and has the guard judge its transaction. Answers the record of the swap too, so the key needs the scope \`view\` besides. Counts as ${previewCost} requests.`,
      isSafeToRepeat: true,
      cost: () => previewCost,
      params: swapParams,
      answers: {
        200: { description: 'The old order, and what is offered now.', schema: retryPreviewAnswer },
      },
      async handle({ params: { id }, key }) {
        requireScope(key, 'view');
        requireReach(key, (await viewOf(journal, id)).swap.job);
        const {
          snapshot,
          money,
          preview: offered,
        } = await running.run(key.id, () => previewRetry(id));
        const body = {
          record: recordJson(snapshot, money),
          ...(offered ? { preview: previewJson(offered, coinOf(offered.job)) } : {}),
        };
        return { status: 200, body };
      },
    }),
    defineEndpoint({
      id: 'quoteSwap',
      method: 'post',
      path: '/v1/quotes',
      group: 'information',
      scope: 'submit',
      summary: 'Ask what the routing service offers for a job',
      description: `Without a transaction. Prices move: nothing is promised. Counts as ${quoteCost} requests.`,
      body: jobRequestSchema,
      bodyName: 'job',
      isBodyRaw: true,
      isSafeToRepeat: true,
      cost: () => quoteCost,
      answers: { 200: { description: 'The offers.', schema: quoteAnswer } },
      problems: jobProblems,
      async handle({ body, key }) {
        const { job, order } = await running.run(key.id, () =>
          quote({ body, by: submitterOf(key) }),
        );
        const answer = {
          from: assetJson(job.from),
          to: assetJson(job.to),
          ...amounts('amount', job.amount, job.from),
          quotes: [offerJson(job, order, coinOf(job))],
        };
        return { status: 200, body: answer };
      },
    }),
  ];
}
