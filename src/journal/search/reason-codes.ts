/** Every code that swaps have, one look into their index for each. */
export const reasonCodes = `with recursive codes(code) as (
    (select reason_code from swaps where reason_code is not null order by reason_code limit 1)
    union all
    select (select reason_code from swaps where reason_code > codes.code order by reason_code limit 1)
    from codes where codes.code is not null
  ) select code from codes where code is not null`;
