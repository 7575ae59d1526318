import { formatAmount } from '../core/amounts/amounts.ts';
import type { Chain } from '../core/swap/chains.ts';
import { type Job, minimumOut } from '../core/swap/job.ts';
import { sameAccount } from '../core/swap/same-account.ts';
import type { Order } from '../core/swap/swap.ts';
import { maximumFee } from '../core/swap/transaction-object.ts';
import type { Preview, PreviewedStep } from '../executor/preview/preview.ts';
import { iso } from './iso.ts';
import { amounts, assetJson, boundJson } from './swap-json.ts';

type Coin = Chain['nativeToken'];

/** A preview as JSON. @param coin the source chain's, in which fees are paid */
export function previewJson({ job, order, steps, verdict, reason, waitsFor }: Preview, coin: Coin) {
  const network = steps.reduce((sum, { unsigned }) => sum + maximumFee(unsigned.fee), 0n);
  return {
    verdict,
    ...(reason ? { reason } : {}),
    waitsFor,
    wallet: { name: job.wallet.name, address: job.wallet.address },
    from: assetJson(job.from),
    to: assetJson(job.to),
    ...amounts('amount', job.amount, job.from),
    receiver: job.receiver,
    ...(job.receiverAsGiven === undefined ? {} : { receiverAsGiven: job.receiverAsGiven }),
    refundAddress: job.refundAddress,
    ...boundJson(job),
    flow: job.flow,
    deadline: iso(job.deadline),
    ...(order ? { offer: offerJson(job, order, coin) } : {}),
    fees: {
      symbol: coin.symbol,
      ...amounts('network', network, coin),
      ...amounts('declared', order?.declaredFee ?? 0n, coin),
    },
    steps: steps.map((step) => stepJson(step, job, coin)),
  };
}

export function offerJson(job: Job, order: Order, coin: Coin) {
  const { provider, swapType, expectedOut, minOut, declaredFee, expectedDuration, spender } = order;
  return {
    provider,
    swapType,
    ...amounts('expectedOut', expectedOut, job.to),
    ...amounts('minOut', minOut, job.to),
    ...amounts('declaredFee', declaredFee, coin),
    ...(expectedDuration === undefined
      ? {}
      : { expectedSeconds: Math.ceil(expectedDuration / 1_000) }),
    ...(spender === undefined ? {} : { spender }),
    meetsMinimum: minOut >= minimumOut(job, order),
  };
}

function stepJson(
  { kind, unsigned, simulation, verdict, sets }: PreviewedStep,
  job: Job,
  coin: Coin,
) {
  const { family, chain, account, bytes, fee } = unsigned;
  const factsOf = (token: string) =>
    token === coin.address
      ? coin
      : [job.from, job.to].find(
          (asset) => asset.chain === chain && sameAccount(family, asset.token, token),
        );
  return {
    kind,
    chain,
    account,
    ...(sets
      ? {
          sets: {
            token: sets.token,
            spender: sets.spender,
            ...amounts('allowed', sets.value, job.from),
          },
        }
      : {}),
    ...amounts('maxFee', maximumFee(fee), coin),
    unsignedTransaction: bytes,
    changes: simulation.balanceChanges
      .filter(({ delta }) => delta !== 0n)
      .map(({ account: of, token, delta }) => {
        const facts = factsOf(token);
        return {
          account: of,
          token,
          ...(facts ? { symbol: facts.symbol, amount: signedAmount(delta, facts.decimals) } : {}),
          amountBaseUnits: delta.toString(),
        };
      }),
    allowanceChanges: simulation.allowanceChanges
      .filter(({ before, after }) => before !== after)
      .map(({ token, spender, before, after }) => ({
        token,
        spender,
        beforeBaseUnits: before.toString(),
        afterBaseUnits: after.toString(),
      })),
    simulatedAt: simulation.block.toString(),
    ...(simulation.witnesses ? { simulatedBy: simulation.witnesses.hosts } : {}),
    verdict: verdict.kind,
    rules: verdict.rules,
    findings:
      verdict.kind === 'allow'
        ? []
        : verdict.findings.map(({ rule, severity, message, facts }) => ({
            rule,
            severity,
            message,
            facts,
          })),
  };
}

function signedAmount(baseUnits: bigint, decimals: number): string {
  return baseUnits < 0n
    ? `-${formatAmount(-baseUnits, decimals)}`
    : formatAmount(baseUnits, decimals);
}
