import "./plotly.css";

// Plotly looks for this before it writes a style sheet into the page, and then leaves it.
const mark = document.createElement("meta");
mark.id = "plotly.js-style-global";
mark.className = "no-inline-styles";
document.head.append(mark);
