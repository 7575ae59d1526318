/** Some of a list, as boxes to tick. A form has them under `name`. */
export function Choices({
  legend,
  hint,
  name,
  options,
}: {
  legend: string;
  hint: string;
  name: string;
  options: readonly string[];
}) {
  return (
    <fieldset className="choices">
      <legend>
        {legend} <span className="hint">{hint}</span>
      </legend>
      <div>
        {options.map((option) => (
          <label key={option}>
            <input type="checkbox" name={name} value={option} /> {option}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** What was ticked under `name`. `undefined`: nothing was. */
export function chosen(form: FormData, name: string): string[] | undefined {
  const values = form.getAll(name).map(String);
  return values.length === 0 ? undefined : values;
}
