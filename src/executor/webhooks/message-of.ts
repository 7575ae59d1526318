import { describeAmount } from '../../core/amounts/amounts.ts';
import { chainRegistry } from '../../core/swap/chains.ts';
import type { FeedItem } from '../../ports/stores/feed-store.ts';
import type { DueDelivery } from '../../ports/stores/webhook-store.ts';
import { encodeCursor } from '../feed/cursor.ts';
import { feedItemJson } from '../feed/feed-item-json.ts';

type NoticeItem = Extract<FeedItem, { kind: 'notice' }>;

type Message = Pick<DueDelivery, 'topic' | 'item' | 'createdAt'> & {
  webhook: Pick<DueDelivery['webhook'], 'id' | 'form'>;
};

/** The body of a delivery: the same at each attempt. */
export function messageOf({ topic, item, createdAt, webhook }: Message, journalId: string): string {
  if (webhook.form === 'slack') return JSON.stringify(slackMessage(topic, item, webhook.id));
  const at = item ? (item.kind === 'swap' ? item.event.at : item.at) : createdAt;
  return JSON.stringify({
    type: topic,
    timestamp: new Date(at).toISOString(),
    data: item
      ? feedItemJson(item, encodeCursor(journalId, item.position))
      : { webhook: webhook.id, message: 'This is a test.' },
  });
}

/** As Slack's incoming webhooks take it, and many other chats. */
function slackMessage(topic: string, item: FeedItem | undefined, webhookId: string) {
  // Both are mrkdwn: the text of a notification too.
  const text = escaped(item ? textOf(topic, item) : `This is a test of the webhook ${webhookId}.`);
  return {
    text,
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }],
  };
}

/** An amount of a notice in its chain's coin. */
function coins({ chain = '', data }: NoticeItem, name: string): string {
  const coin = chainRegistry[chain]?.nativeToken;
  const baseUnits = String(data[name]);
  return coin ? describeAmount(BigInt(baseUnits), coin) : `${baseUnits} base units`;
}

/** The members of a notice as texts; those that are absent are empty. */
function texts({ data }: NoticeItem): Record<string, string> & NoticeTexts {
  const all = Object.entries(data).map(([name, value]) => [name, String(value)] as const);
  return { ...noTexts, ...Object.fromEntries(all) };
}

const noTexts = {
  ...{ budget: '', rule: '', window: '', used: '', limit: '', usedPercent: '', by: '', reason: '' },
  ...{ difference: '', symbol: '', from: '', until: '', usd: '', ceilingUsd: '' },
  ...{ amount: '', ceiling: '', of: '' },
  ...{ occurrence: '', state: '', code: '', message: '', count: '' },
};
type NoticeTexts = typeof noTexts;

/** What became of an occurrence, by its state. */
const became: Readonly<Record<string, string>> = {
  missed: 'was missed',
  skipped: 'was skipped',
  submitted: 'was done in part',
  failed: 'failed',
};

function textOf(topic: string, item: FeedItem): string {
  if (item.kind === 'notice') {
    const wallet = `The wallet ${item.wallet ?? '(unknown)'}`;
    switch (item.type) {
      case 'wallet_frozen':
        return `${wallet} is frozen: ${String(item.data.reason)}. Ferryman signs nothing with it until a person unfreezes it.`;
      case 'wallet_unfrozen':
        return `${wallet} is no longer frozen.`;
      case 'low_gas':
        return `${wallet} is low on gas on ${item.chain}: ${coins(item, 'balanceBaseUnits')} are left, below ${coins(item, 'belowBaseUnits')}. Send native coin to this account.`;
      case 'provider_stopped':
        return `Ferryman stopped the provider ${String(item.data.provider)}: ${String(item.data.reason)}. It signs nothing for its orders until a person resumes it.`;
      case 'budget_nearly_used': {
        const { budget, rule, of, window, used, limit, usedPercent } = texts(item);
        const whose =
          rule === '' ? `The cap ${budget}` : `The budget ${budget} of the rule ${rule}`;
        const counted = of === '' ? '' : ` for ${of}`;
        return `${whose} is nearly used${counted}: ${used} of ${limit} (${usedPercent} %) in its window (${window}). What does not fit waits. Raise the budget, or wait until the window has moved on.`;
      }
      case 'rule_paused': {
        const { rule, by, reason } = texts(item);
        return `The treasury’s rule ${rule} is paused by ${by}: ${withoutStop(reason)}. It does nothing until a person resumes it.`;
      }
      case 'occurrence_not_done': {
        const { rule, occurrence, state, code, message, count } = texts(item);
        const many = Number(count) > 1 ? ` and the ${Number(count) - 1} before it` : '';
        return `The occurrence of the treasury’s rule ${rule} at ${occurrence}${many} ${became[state]}: ${withoutStop(message)} (${code}). It is not done later.`;
      }
      case 'drift': {
        const { difference, symbol, from, until } = texts(item);
        return `${wallet} has ${difference} ${symbol} on ${item.chain} that the books do not explain, between ${from} and ${until}. Find out who moved it: Ferryman changes nothing.`;
      }
      case 'wallet_above_ceiling': {
        const { usd, ceilingUsd, symbol, amount, ceiling } = texts(item);
        const [held, most] =
          usd === ''
            ? [`${amount} ${symbol} on ${item.chain}`, `${ceiling} ${symbol}`]
            : [`${usd} USD`, `${ceilingUsd} USD`];
        return `${wallet} holds ${held}, above its ceiling of ${most}. Move what it does not need to a safer place.`;
      }
    }
  }
  const { swap, standing, event } = item;
  const name = `The swap ${swap.id} (${swap.wallet}, ${swap.fromChain} → ${swap.toChain})`;
  const why = reasonOf(event.data);
  if (topic === 'swap.funds_unknown')
    return `${name}: it is unknown where the money is${why}. Find out before you do anything else.`;
  if (topic === 'swap.needs_review') return `${name} needs a person${why}.`;
  if (topic === 'swap.event') return `${name}: ${event.type}${why}.`;
  return `${name} is ${(standing?.state ?? topic).replaceAll('_', ' ')}${why}.`;
}

function reasonOf({ reason, code }: Readonly<Record<string, unknown>>): string {
  const given = reason as { code?: unknown; message?: unknown } | undefined;
  const text = given?.message ?? given?.code ?? code;
  return typeof text === 'string' ? `: ${withoutStop(text)}` : '';
}

/** A message as a part of a sentence. */
function withoutStop(text: string): string {
  return text.replace(/\.$/, '');
}

/** https://docs.slack.dev/messaging/formatting-message-text: three characters. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
