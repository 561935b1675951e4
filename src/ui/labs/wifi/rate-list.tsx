import { RATES } from "#core/wifi/frame/rates.ts";
import { toggled } from "../../kit/choice-list.tsx";
import { editWifi, useWifi } from "./store.ts";

const NAMES = RATES.map(({ mbps }) => String(mbps));

/** The rates to compare: modulation and code rate of each. */
export function RateList() {
  const chosen = useWifi((store) => store.config.rateMbps);
  return (
    <fieldset className="rates">
      <legend>Rates (Mbit/s)</legend>
      {RATES.map(({ mbps, modulation, codeRate }) => {
        const on = chosen.includes(String(mbps));
        return (
          <label key={mbps} title={`${modulation}, code rate ${codeRate}`}>
            <input
              type="checkbox"
              checked={on}
              disabled={on && chosen.length === 1}
              onChange={() => editWifi({ rateMbps: toggled(NAMES, chosen, String(mbps)) })}
            />
            {mbps}
            <span className="muted">{modulation}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
