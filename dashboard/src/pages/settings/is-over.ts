import type { ApiKey } from 'ferryman-client';

/** Whether the key is good no more. A rotated one may be revoked at a later time. */
export function isOver({ revokedAt, expiresAt }: ApiKey): boolean {
  return [revokedAt, expiresAt].some((at) => at !== undefined && Date.parse(at) <= Date.now());
}
