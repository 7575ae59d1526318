import type { ApiKeyRecord } from './api-key-store.ts';

/** Sessions of browsers: each stands for an API key for a while. */
export interface SessionStore {
  /** Also removes the sessions that are over at `now`, and those of the key but its 20 newest. */
  insertSession(session: NewSession, now: number): Promise<void>;
  /** By the SHA-256 of its token, hex. The API key is found also if it is not good any more. */
  findSession(hash: string): Promise<Session | undefined>;
  endSession(hash: string): Promise<void>;
}

export interface NewSession {
  hash: string;
  keyId: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** Of `sealSession`. Absent: an earlier version stored it, or another program. */
  seal?: string;
}

export interface Session {
  key: ApiKeyRecord;
  expiresAt: number;
  seal?: string;
}
