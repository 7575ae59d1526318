/** Sends one message to the receiver of a webhook. */
export type SendWebhook = (request: WebhookRequest) => Promise<WebhookAnswer>;

interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** For the whole exchange, in milliseconds. */
  timeout: number;
  signal: AbortSignal;
}

/** A redirect is an answer: it is not followed. */
export type WebhookAnswer =
  | {
      kind: 'answered';
      status: number;
      /** Milliseconds, from `Retry-After`. */
      retryAfter?: number;
    }
  /** No answer came. `error` is short, and has no part of the address but its host. */
  | { kind: 'failed'; error: string };

/** Where webhooks may go. */
export interface WebhookPolicy {
  /** Also to addresses of this machine and of private networks, and without TLS. */
  allowPrivateAddresses?: boolean;
  /** The hosts to which the same is allowed. */
  allowedHosts?: readonly string[];
}
