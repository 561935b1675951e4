// Says what is wrong where a browser cannot even read the page's modules: so this is a script that old browsers understand.
(function () {
  var missing = [];
  if (!("noModule" in document.createElement("script"))) missing.push("JavaScript modules");
  if (!Array.prototype.toSorted) missing.push("Array.prototype.toSorted");
  if (!window.CSS || !CSS.supports || !CSS.supports("color", "light-dark(red, blue)")) missing.push("CSS light-dark()");
  if (!missing.length) return;
  var root = document.getElementById("root");
  root.setAttribute("data-refused", "");
  root.innerHTML = "<h1>This browser is too old for Threeray</h1><p></p><p></p>";
  root.children[1].textContent = "Found: " + navigator.userAgent + ". Missing: " + missing.join(", ") + ".";
  root.children[2].textContent =
    "Expected: Chrome or Edge 127, Safari 26 or Firefox 141, or newer. Update this browser, or open the page in another one.";
})();
