import { useQuery } from '@tanstack/react-query';
import { useReadingPace } from '../../../live/use-reading-pace.ts';
import { maxListed } from '../../../parts/list-end.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { useIsMasked, useMay, useSession } from '../../../session/session.ts';
import { TreasuryHead } from '../treasury-head.tsx';
import { NewRuleButton } from './new-rule-button.tsx';
import { RuleTable } from './rule-table.tsx';

/** Milliseconds. What a rule skips raises no event. */
const pace = 15_000;

export function Page() {
  const { client } = useSession();
  const maySubmit = useMay('submit');
  const isMasked = useIsMasked();
  const refetchInterval = useReadingPace(pace);
  const rules = useQuery({
    queryKey: ['treasury-rules'],
    queryFn: ({ signal }) => client.treasuryRules.list({ signal }),
    refetchInterval,
  });
  const newest = useQuery({
    queryKey: ['treasury-occurrences', 'newest'],
    queryFn: ({ signal }) =>
      client.treasuryOccurrences.list({ newest: 'true', limit: '200' }, { signal }).take(maxListed),
    refetchInterval,
  });
  const last = new Map(newest.data?.map((one) => [one.ruleId, one]));
  const error = rules.error ?? newest.error;
  return (
    <>
      <TreasuryHead title="Treasury: rules">
        What Ferryman swaps by itself. A rule may do nothing that the policy does not allow to a
        person who uses its wallet.
      </TreasuryHead>
      {error ? <Problem error={error} /> : null}
      {rules.data ? (
        <>
          {maySubmit && !isMasked ? (
            <p className="actions">
              <NewRuleButton ids={rules.data.rules.map(({ id }) => id)} />
            </p>
          ) : null}
          <RuleTable
            rules={rules.data.rules.map((rule) => ({ ...rule, last: last.get(rule.id) }))}
          />
        </>
      ) : null}
    </>
  );
}
