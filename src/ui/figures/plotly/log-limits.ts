import axes from "plotly.js/src/plots/cartesian/axes";

/*
 * Plotly takes the logarithm twice when it extends a logarithmic axis to the values in `autorangeoptions.include`, so it ignores them for
 * values below one, and a curve within these limits could leave its panel. Here they count like data.
 */
const { findExtremes } = axes;
axes.findExtremes = (axis, values, options) => {
  const extremes = findExtremes(axis, values, options);
  if (axis.type === "log") {
    for (const limit of axis.autorangeoptions?.include ?? []) {
      for (const ends of [extremes.min, extremes.max]) ends.push({ val: Math.log10(limit), pad: 0, extrapad: false });
    }
  }
  return extremes;
};
