import { assertNever } from '../../../../core/assert-never.ts';
import { ofFamily } from '../../../../core/swap/of-family.ts';
import { namesAnother } from '../../../../guard/names-another.ts';
import { rotatingAmountFindings, rotatingFindings } from '../../../../guard/rotating-addresses.ts';
import {
  findingsOf,
  type Rule,
  type RuleFinding,
  type RuleRequest,
  reject,
} from '../../../../guard/rule.ts';
import { isUnreadMemo, swapMemoFindings } from '../../../../guard/swap-memo.ts';
import { type Enlargement, paidOrder } from '../../../../ports/guard.ts';
import { parseBitcoinAddress, readBitcoinScript } from '../../formats/address.ts';
import { isDataScript, readMemoScript } from '../../formats/memo.ts';
import { isOwn, type OwnScripts } from '../../formats/own-scripts.ts';
import { readPsbt } from '../../formats/read-psbt.ts';
import type { BitcoinOutput } from '../../formats/read-transaction.ts';
import type { BitcoinTransaction } from '../../formats/transaction.ts';
import type { BitcoinEffects } from '../effects.ts';
import { readPaid } from '../read-paid.ts';

/**
 * B05. A swap has one output to the order's destination with exactly the job's amount, and at most
 * one memo. The destination is new each time, so the policy names the provider for this token. The
 * memo is the order's. It names no receiver but the job's and, if it has THORChain's form, the job's
 * token and at least the order's minimum. A provider that reads only that form, and a strict policy,
 * demand it of every memo. The rest returns in one output, because many small coins
 * cost more to spend than they are worth. It goes to a script of the wallet's own key, of either
 * address type: an address behind another derivation path is another account. A cancel and a CPFP
 * child return everything. A replacement with added inputs has exactly the outputs of the first
 * payment, in their order, and then only its change.
 */
export const bitcoinOutputs: Rule<BitcoinEffects> = {
  id: 'B05',
  check(effects, request) {
    const { paid, memos, changeOutputs } = effects;
    const unknown = paid.filter(({ script }) => !readBitcoinScript(script));
    const common = findingsOf(
      unknown.length > 0 &&
        reject('it pays to a script without an address', { scripts: hexOf(unknown) }),
      memos.count > 1 && reject('it has more than one memo', { memos: `${memos.count}` }),
      memos.count === 1 && !memos.only && reject('its OP_RETURN is not a memo'),
      memos.burnt > 0n && reject('it burns money', { burnt: memos.burnt }),
      changeOutputs > 1 &&
        reject('it has more than one change output', { outputs: `${changeOutputs}` }),
    );
    return [
      ...common,
      ...(paidOrder(request.intent) ? paymentFindings(effects, request) : returnFindings(effects)),
      ...(request.enlargement ? sameFindings(effects, request.enlargement) : []),
    ];
  },
};

function sameFindings({ outputs, own }: BitcoinEffects, enlargement: Enlargement): RuleFinding[] {
  const { outputs: before } = readPaid(enlargement);
  const isSame = before.every(
    ({ value, script: to }, index) =>
      outputs[index]?.value === value &&
      Buffer.compare(outputs[index]?.script ?? nothing, to) === 0,
  );
  const more = outputs.slice(before.length);
  return findingsOf(
    !isSame && reject('its outputs differ from those of the payment that it replaces'),
    more.length > 1 && reject('it adds more than one change output', { more: `${more.length}` }),
    more.some((output) => !isOwn(own, output.script)) &&
      reject('it adds an output that is not change', { scripts: hexOf(more) }),
  );
}

function paymentFindings(effects: BitcoinEffects, request: RuleRequest): RuleFinding[] {
  const { intent, chain, job } = request;
  const order = paidOrder(intent);
  const transaction = order?.transaction;
  if (!transaction) return [reject('the order has no transaction')];
  const { network } = ofFamily(chain, 'bitcoin');
  const ordered = orderedBy(ofFamily(transaction, 'bitcoin'), effects.own, (address) => {
    const parsed = parseBitcoinAddress(address, network);
    return parsed.ok ? parsed.script : undefined;
  });
  const { paid, value, memos } = effects;
  const memo = memos.only && Buffer.from(memos.only).toString('utf8');
  // D01 asks the same of a deposit.
  const isVault = intent.kind === 'swap';
  return [
    ...(order && isVault
      ? [
          ...rotatingFindings(request, { provider: order.provider, address: hexOf(paid) }),
          ...rotatingAmountFindings(request, order),
        ]
      : []),
    ...findingsOf(
      paid.length !== 1 && reject('it does not pay exactly one output', { scripts: hexOf(paid) }),
      value !== job.amount &&
        reject('its amount differs from the job’s', { value, amount: job.amount }),
      hexOf(paid) !== hexOf(ordered.paid) &&
        reject('it pays another destination than the order', {
          scripts: hexOf(paid),
          ordered: hexOf(ordered.paid),
        }),
      Buffer.compare(memos.only ?? nothing, ordered.memo ?? nothing) !== 0 &&
        reject('its memo differs from the order’s', { memo }),
      memo !== undefined &&
        namesAnother(memo, job) &&
        reject('its memo names another receiver', { memo }),
      memo !== undefined &&
        isVault &&
        order !== undefined &&
        isUnreadMemo(memo, request, order.provider) &&
        reject('its memo is none for a swap', { memo }),
    ),
    ...(memo === undefined || !order ? [] : swapMemoFindings(memo, request, order)),
  ];
}

const nothing = new Uint8Array();

/** The destinations and the memo of an order. The adapter has already checked its PSBT. */
function orderedBy(
  transaction: BitcoinTransaction,
  own: OwnScripts,
  scriptOf: (address: string) => Uint8Array | undefined,
): { paid: readonly { script: Uint8Array }[]; memo: Uint8Array | undefined } {
  switch (transaction.kind) {
    case 'transfer': {
      const { to, memo } = transaction;
      const script = scriptOf(to);
      return {
        paid: script ? [{ script }] : [],
        memo: memo === undefined ? undefined : Buffer.from(memo, 'utf8'),
      };
    }
    case 'psbt': {
      const { outputs } = readPsbt(Buffer.from(transaction.psbt, 'base64')).transaction;
      const [memo] = outputs.filter(({ script }) => isDataScript(script));
      const isPaid = ({ script }: BitcoinOutput): boolean =>
        !isDataScript(script) && !isOwn(own, script);
      return { paid: outputs.filter(isPaid), memo: memo && readMemoScript(memo.script) };
    }
    default:
      return assertNever(transaction, 'transaction');
  }
}

function returnFindings({ paid, memos }: BitcoinEffects): RuleFinding[] {
  return findingsOf(
    paid.length > 0 &&
      reject('it pays others, but must return everything', { scripts: hexOf(paid) }),
    memos.count > 0 && reject('it has a memo, but must return everything'),
  );
}

function hexOf(outputs: readonly { script: Uint8Array }[]): string {
  return outputs.map(({ script }) => Buffer.from(script).toString('hex')).join();
}
