/** How far the page looks, in days. */
export const planDays = [1, 7, 31] as const;
type PlanDays = (typeof planDays)[number];

interface Search {
  /** Absent: a week. */
  days?: PlanDays;
}

export function readPlanDays({ days }: Record<string, unknown>): Search {
  const found = planDays.find((one) => one === Number(days));
  return found === undefined ? {} : { days: found };
}
