import type { ChainName } from '../../core/swap/chains.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { FeedItem, FeedPosition } from './feed-store.ts';
import type { GasLimit } from './health-store.ts';

/** Webhooks, and what is sent to them. */
export interface WebhookStore {
  /** It gets what happens from now on. */
  insertWebhook(webhook: NewWebhook): Promise<void>;
  /** The newest first, without deleted ones. */
  listWebhooks(): Promise<Webhook[]>;
  findWebhook(id: string): Promise<Webhook | undefined>;
  /** False: there is none. */
  changeWebhook(id: string, change: WebhookChange): Promise<boolean>;
  /** What happens from now on is sent. False: there is none. */
  enableWebhook(id: string): Promise<boolean>;
  /** Nothing is sent or written for it any more. False: there is none. */
  disableWebhook(id: string, reason: string): Promise<boolean>;
  /** Its deliveries stay. False: there is none. */
  deleteWebhook(id: string): Promise<boolean>;
  /** @param overlap milliseconds for which the old secret signs too */
  replaceSecret(id: string, sealedSecret: string, overlap: number): Promise<boolean>;

  /** The newest first. */
  listDeliveries(filter: DeliveryFilter): Promise<Delivery[]>;
  /** A delivery of no event, to try the webhook. Returns its id. */
  insertTest(webhookId: string): Promise<string>;
  /** Sends deliveries again, under their ids. Returns how many. */
  replayDeliveries(request: ReplayRequest): Promise<number>;

  /**
   * Takes the next items of the feed and writes the chosen deliveries: each item once,
   * even after a crash. Undefined: another process is doing it.
   */
  fanOut(
    choose: ChooseDeliveries,
    limit: number,
  ): Promise<{ read: number; written: number } | undefined>;
  /** Locks due deliveries for `ttl` milliseconds. */
  takeDeliveries(request: TakeRequest): Promise<DueDelivery[]>;
  /** Gives a lock up: another process may take the delivery at once. */
  releaseDelivery(id: string, holder: string): Promise<void>;
  /** Records an attempt and what follows. False: the lock was lost, and another process decides. */
  recordAttempt(attempt: AttemptRecord): Promise<boolean>;
  /** Writes a notice for each account that is low on gas and was not before. Returns how many. */
  noticeLowGas(limits: readonly GasLimit[]): Promise<number>;
}

export const webhookForms = ['standard', 'slack'] as const;
export type WebhookForm = (typeof webhookForms)[number];

interface WebhookRights {
  url: string;
  form: WebhookForm;
  /** What a person calls it. */
  name?: string;
  topics: readonly string[];
  /** Absent: all. */
  wallets?: readonly string[];
  /** Absent: all. */
  chains?: readonly ChainName[];
}

export interface NewWebhook extends WebhookRights {
  id: string;
  createdBy: string;
  sealedSecret: string;
}

/** `null` removes a member. */
export type WebhookChange = {
  [Member in 'url' | 'topics']?: WebhookRights[Member] | undefined;
} & { [Member in 'name' | 'wallets' | 'chains']?: WebhookRights[Member] | null | undefined };

export interface Webhook extends NewWebhook {
  enabled: boolean;
  disabledReason?: string;
  disabledAt?: number;
  /** The first failure since the last success. */
  failingSince?: number;
  sealedOldSecret?: string;
  oldSecretUntil?: number;
  createdAt: number;
  /** Number of the transaction after which its items begin. */
  since: bigint;
}

export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Those of a webhook, or those about a swap. */
export type DeliveryFilter = ({ webhookId: string } | { swapId: SwapId }) & {
  state?: DeliveryState | undefined;
  /** Only those before this position. */
  before?: number | undefined;
  limit: number;
};

export interface Delivery {
  id: string;
  webhookId: string;
  position: number;
  topic: string;
  swapId?: string;
  state: DeliveryState;
  createdAt: number;
  /** Of a pending one: when it is tried next. */
  dueAt: number;
  attempts: readonly DeliveryAttempt[];
}

export interface DeliveryAttempt {
  attempt: number;
  at: number;
  durationMs: number;
  /** Of the answer; absent: there was none. */
  status?: number;
  error?: string;
}

export interface ReplayRequest {
  webhookId: string;
  /** One delivery; absent: all written since `since`. */
  deliveryId?: string;
  /** Milliseconds since the epoch. */
  since?: number;
}

export interface ChosenDelivery {
  webhookId: string;
  topic: string;
  position: FeedPosition;
}

export type ChooseDeliveries = (
  items: readonly FeedItem[],
  webhooks: readonly Webhook[],
) => ChosenDelivery[];

export interface TakeRequest {
  holder: string;
  ttl: number;
  /** Deliveries of one webhook at the same time. */
  perWebhook: number;
  /** How many of each webhook are under way. */
  underWay: ReadonlyMap<string, number>;
}

/** A delivery to send now. */
export interface DueDelivery {
  id: string;
  webhook: Webhook;
  topic: string;
  /** Absent: a test. */
  item?: FeedItem;
  createdAt: number;
  /** How often it was tried. */
  attempts: number;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

export interface AttemptRecord {
  deliveryId: string;
  /** As it was taken. A replay meanwhile has moved it: the delivery then stays due. */
  expiresAt: number;
  holder: string;
  attempt: Omit<DeliveryAttempt, 'attempt'>;
  next:
    | { kind: 'delivered' }
    | { kind: 'failed' }
    /** Milliseconds from now. */
    | { kind: 'retry'; delay: number };
  /** The webhook is disabled for this reason. */
  disable?: string;
}
