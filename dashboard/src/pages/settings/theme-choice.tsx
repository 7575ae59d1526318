import { type ThemeChoice as Choice, useThemeChoice } from '../../shell/theme.ts';

const choices: readonly Choice[] = ['system', 'light', 'dark'];

export function ThemeChoice() {
  const [choice, choose] = useThemeChoice();
  return (
    <fieldset className="choices">
      <legend className="heading">Theme</legend>
      <div>
        {choices.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="theme"
              checked={one === choice}
              onChange={() => choose(one)}
            />{' '}
            {one === 'system' ? 'as the system' : one}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
