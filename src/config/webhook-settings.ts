import { z } from 'zod';

/** Hosts as URLs have them: a list or, in a variable, a comma-separated text. */
const hosts = z
  .union(
    [
      z.string().transform((value) => value.split(',').map((name) => name.trim())),
      z.array(z.string()),
    ],
    'is not a list',
  )
  .pipe(
    z.array(
      z
        .string()
        .regex(/^[0-9a-zA-Z.:-]{1,253}$/, 'is not a host')
        .toLowerCase(),
    ),
  );

/** Where webhooks may go besides public addresses. The members of `meta` are of `SettingMeta`. */
export const webhookSettings = z
  .strictObject({
    allowPrivateAddresses: z
      .union(
        [z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')],
        'is neither true nor false',
      )
      .default(false)
      .meta({
        type: '`true` or `false`',
        description:
          'Whether webhooks may go to addresses of this machine and of private networks, and without TLS.',
      }),
    allowedHosts: hosts.exactOptional().meta({
      type: 'list of hosts',
      description: 'The hosts to which they may do so.',
      absent: 'none',
    }),
  })
  .prefault({});
