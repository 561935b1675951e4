import "./plotly.css";

// If this element exists, Plotly does not write its style sheet into the page.
const mark = document.createElement("meta");
mark.id = "plotly.js-style-global";
mark.className = "no-inline-styles";
document.head.append(mark);
