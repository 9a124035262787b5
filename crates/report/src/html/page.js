// Walks through a run. Everything is on the page already: this only says what is current, and shows what is known then.
//
// Stops are counted from 1: the steps of the run, and often one more, which is what is wrong at the end. The position is in
// the fragment of the address (#step=3, or #v2-step=3 for the second violation), so that a link to a step works.
"use strict";
(() => {
  const root = document.documentElement;
  const help = document.getElementById("help");
  const store = document.getElementById("data");
  const walks = (store ? JSON.parse(store.textContent) : [])
    .map((data, index) => walk(document.getElementById(`v${index + 1}`), data, index));
  let chosen = 0;
  // Without a script links jump to the entries of the list. With one they would make the page jump as well.
  for (const entry of document.querySelectorAll("li[data-stop][id]")) entry.removeAttribute("id");

  // One violation: what is current, and how that is shown.
  function walk(section, data, index) {
    const last = data.stops.length;
    if (last === 0) return { section, last };
    const find = (selector) => section.querySelector(selector);
    const all = (selector) => [...section.querySelectorAll(selector)];
    const box = find("[data-do=fold]");
    const slider = find("input[type=range]");
    const marked = Array.from({ length: last + 1 }, () => []);
    for (const element of all("[data-stop]")) marked[Number(element.dataset.stop)].push(element);
    for (const link of all(".words a")) link.tabIndex = -1;
    const arrows = all("[data-from]").map((it) => [Number(it.dataset.from), Number(it.dataset.to), it]);
    const variables = all("[data-variable]").map((row, variable) => [row, data.variables[variable]]);
    const threads = all("[data-thread]").map((row, thread) => [row, data.threads[thread]]);
    let current = last;

    const isShown = (stop) => !box || box.checked || data.stops[stop - 1].matters;
    const at = () => current;

    // The next stop that is shown, forwards (1) or backwards (-1).
    function next(from, direction) {
      for (let stop = from + direction; stop >= 1 && stop <= last; stop += direction) {
        if (isShown(stop)) return stop;
      }
      return from;
    }

    // Where another thread goes on; backwards, where the current one began.
    function switched(direction) {
      const thread = (stop) => data.stops[stop - 1].thread;
      if (direction > 0) {
        let stop = next(current, 1);
        while (thread(stop) === thread(current) && next(stop, 1) !== stop) stop = next(stop, 1);
        return stop;
      }
      let stop = next(current, -1);
      while (next(stop, -1) !== stop && thread(next(stop, -1)) === thread(stop)) stop = next(stop, -1);
      return stop;
    }

    const nearest = (stop) => (isShown(stop) ? stop : next(stop, stop > current ? 1 : -1));
    const first = () => (isShown(1) ? 1 : next(1, 1));

    function fold(isOpen) {
      if (!box) return;
      box.checked = isOpen;
      section.classList.toggle("unfolded", isOpen);
      go(isShown(current) ? current : next(current, -1));
    }

    function go(stop) {
      const before = current;
      current = Math.min(Math.max(stop, 1), last);
      if (!isShown(current)) {
        box.checked = true;
        section.classList.add("unfolded");
      }
      const { matters, wrong, isStep, says, place, behind, thread } = data.stops[current - 1];
      section.classList.toggle("at-failure", wrong);
      const follow = section.contains(document.activeElement) && document.activeElement.closest(".words");
      // Only what lies between the stop that was current and the one that is looks different now.
      for (let number = Math.min(before, current); number <= Math.max(before, current); number++) {
        for (const element of marked[number]) show(element, number, follow);
      }
      for (const [from, to, element] of arrows) element.classList.toggle("active", from === current || to === current);
      for (const list of all(".timeline, .words")) reveal(list.querySelector("li.current, .band.current"));
      for (const note of all(".sequence .sign.current .note:first-of-type")) revealSideways(note);
      showSource();
      showVariables();
      showThreads();

      const title = isStep ? `Step ${current}` : "The end";
      const steps = data.stops.filter((it) => it.isStep).length;
      find(".now-step").textContent = title;
      const who = find(".now-who");
      who.textContent = thread === null ? "" : data.threads[thread].name;
      who.className = `now-who pill${thread === null ? " nobody" : ` lane-${data.threads[thread].colour}`}`;
      find(".now-says").textContent = says;
      find(".now-place").textContent = place;
      find(".now-behind").replaceChildren(...behind.flatMap(([words, from, name], number) => {
        const link = document.createElement("a");
        link.href = `#${address(from)}`;
        link.textContent = `step ${from}`;
        return [`${number > 0 ? "; " : ""}${words} `, link, ` (${name})`];
      }));
      find(".position").textContent = `${isStep ? current : "end"} / ${steps}`;
      slider.value = current;
      slider.setAttribute("aria-valuetext", `${title}: ${says}${matters ? "" : " (does not matter)"}`);
      try {
        history.replaceState(null, "", `#${address(current)}`);
      } catch {
        // A browser that keeps the address as it is shows the step all the same.
      }
    }

    function show(element, stop, follow) {
      element.classList.toggle("current", stop === current);
      element.classList.toggle("future", stop > current);
      const link = element.matches("li") && element.querySelector("a");
      if (!link) return;
      link.tabIndex = stop === current ? 0 : -1;
      if (stop === current) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
      if (stop === current && follow && link.offsetParent) link.focus({ preventScroll: true });
    }

    const address = (stop) => (index === 0 ? `step=${stop}` : `v${index + 1}-step=${stop}`);
    const line = (file, number) => document.getElementById(`v${index + 1}-file${file}-line${number}`);

    // The lines of the current stop, and who is where.
    function showSource() {
      for (const mark of all(".code mark")) {
        const code = mark.closest("code");
        mark.replaceWith(...mark.childNodes);
        code.normalize();
      }
      for (const it of all(".line.current-line, .line.failing-line")) it.classList.remove("current-line", "failing-line");
      for (const it of all(".here")) it.replaceChildren();
      const { marks } = data.stops[current - 1];
      for (const [file, number, from, to, isFailure] of marks) {
        const element = line(file, number);
        if (!element) continue;
        element.classList.add(isFailure ? "failing-line" : "current-line");
        wrap(element.querySelector("code"), from, to);
      }
      data.threads.forEach((thread, number) => {
        const place = whereabouts(number);
        const element = place && line(place[0], place[1]);
        const cell = threads[number][0].querySelector(".at");
        cell.textContent = place ? place[1] : "";
        if (!element || doing(number) === "ended") return;
        const badge = document.createElement("span");
        badge.className = `pill lane-${thread.colour}`;
        badge.textContent = thread.name;
        element.querySelector(".here").append(badge);
      });
      if (marks.length > 0) reveal(line(marks[0][0], marks[0][1]));
    }

    // What a thread is doing.
    const doing = (thread) => data.threads[thread].doings.findLast(([stop]) => stop <= current)?.[1] ?? "";

    // Where a thread is: where it ended, or where its last step was.
    function whereabouts(thread) {
      const end = data.stops[current - 1].isStep ? null : data.ends.find((it) => it.thread === thread);
      if (end) return end.mark;
      for (let stop = current; stop >= 1; stop--) {
        const { thread: own, marks, wrong } = data.stops[stop - 1];
        if (own === thread && marks.length > 0) return marks.at(wrong ? 0 : -1);
      }
      return null;
    }

    function showVariables() {
      for (const [row, { first: found, moments }] of variables) {
        const past = moments.filter(([step]) => step <= current);
        const now = past.at(-1);
        const before = past.length > 1 ? past.at(-2)[1] : found;
        const isNew = now !== undefined && now[0] === current && now[2];
        const changed = past.findLast((it) => it[2]);
        row.classList.toggle("is-new", isNew);
        row.classList.toggle("is-touched", now !== undefined && now[0] === current);
        row.classList.toggle("is-untouched", now === undefined);
        const value = row.querySelector(".value code");
        value.replaceChildren(now ? now[1] : found ?? "–");
        if (isNew && before !== null && before !== undefined) {
          const old = document.createElement("span");
          old.className = "old";
          old.textContent = `${before} → `;
          value.prepend(old);
        }
        row.querySelector(".changed").textContent = changed ? changed[3] : "";
        if (isNew) reveal(row);
      }
    }

    function showThreads() {
      const moving = data.stops[current - 1].thread;
      threads.forEach(([row], number) => {
        const text = doing(number);
        row.querySelector(".doing").textContent = text;
        row.classList.toggle("is-moving", number === moving);
        row.classList.toggle("is-away", text === "not started" || text === "ended");
      });
    }

    // What is asked for by clicking on a line: the next step there, or the first one again.
    function onLine(element) {
      const stops = element.dataset.stops.split(" ").map(Number);
      const visible = stops.filter(isShown);
      const those = visible.length > 0 ? visible : stops;
      go(those.find((it) => it > current) ?? those[0]);
    }

    if (slider) slider.addEventListener("input", () => go(nearest(Number(slider.value))));
    if (box) box.addEventListener("change", () => fold(box.checked));
    return { section, last, go, at, next, switched, first, fold, onLine, isOpen: () => Boolean(box && box.checked) };
  }

  // Marks a stretch of a line, through whatever the line is made of.
  function wrap(code, from, to) {
    const texts = [];
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode);
    let start = 0;
    for (const text of texts) {
      const end = start + text.length;
      const [low, high] = [Math.max(from, start) - start, Math.min(to, end) - start];
      start = end;
      if (low >= high) continue;
      let piece = low > 0 ? text.splitText(low) : text;
      if (high - low < piece.length) piece.splitText(high - low);
      const mark = document.createElement("mark");
      piece.replaceWith(mark);
      mark.append(piece);
    }
  }

  // Scrolls the panel that something is in until it is seen with a bit around it; the page stays where it is.
  function reveal(element) {
    const panel = element && element.closest(".scroll");
    if (!panel || panel.clientHeight === 0) return;
    const [inner, outer] = [element.getBoundingClientRect(), panel.getBoundingClientRect()];
    if (inner.height === 0) return;
    const heads = panel.querySelector(".timeline:not([hidden]) .heads");
    const margin = Math.min(72, panel.clientHeight / 4);
    const top = outer.top + (heads ? 28 : 0) + margin;
    const bottom = outer.top + panel.clientHeight - margin;
    if (inner.top < top) panel.scrollTop -= top - inner.top;
    else if (inner.bottom > bottom) panel.scrollTop += Math.min(inner.bottom - bottom, inner.top - top);
  }

  // The same to the left and right, for a diagram that is wider than its panel.
  function revealSideways(element) {
    const panel = element.closest(".scroll");
    const [inner, outer] = [element.getBoundingClientRect(), panel.getBoundingClientRect()];
    if (inner.width === 0) return;
    if (inner.left < outer.left + 40) panel.scrollLeft -= outer.left + 40 - inner.left;
    else if (inner.right > outer.left + panel.clientWidth - 40) {
      panel.scrollLeft += Math.min(inner.right - outer.left - panel.clientWidth + 40, inner.left - outer.left - 40);
    }
  }

  // Shows one violation and hides the others.
  function choose(index) {
    chosen = index;
    walks.forEach(({ section }, number) => section.toggleAttribute("hidden", number !== index));
    for (const tab of document.querySelectorAll("[data-violation]")) {
      if (Number(tab.dataset.violation) === index) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    }
    const it = walks[index];
    if (it && it.go) it.go(it.at());
  }

  // Goes where a fragment says, if it says a step or a violation.
  function follow(fragment) {
    const step = /^#(?:v(\d+)-)?step=(\d+)$/.exec(fragment);
    const part = /^#v(\d+)$/.exec(fragment);
    const index = Number((step && step[1]) || (part && part[1]) || 1) - 1;
    if ((!step && !part) || !walks[index]) return false;
    if (index !== chosen) choose(index);
    if (step && walks[index].go) walks[index].go(Number(step[2]));
    return true;
  }

  function isDark() {
    return root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  function nameTheme() {
    const button = document.querySelector("[data-do=theme]");
    button.textContent = isDark() ? "Light" : "Dark";
  }

  const walking = () => (walks[chosen] && walks[chosen].go ? walks[chosen] : null);
  const actions = {
    theme() {
      root.dataset.theme = isDark() ? "light" : "dark";
      nameTheme();
      try {
        localStorage.setItem("raddle-theme", root.dataset.theme);
      } catch {
        // Then it is so until the page is closed.
      }
    },
    help() {
      if (help) help.showModal();
    },
    violation() {
      if (walks.length > 1) choose((chosen + 1) % walks.length);
    },
  };
  const moves = {
    first: (it) => it.go(it.first()),
    last: (it) => it.go(it.last),
    back: (it) => it.go(it.next(it.at(), -1)),
    forward: (it) => it.go(it.next(it.at(), 1)),
    "back-switch": (it) => it.go(it.switched(-1)),
    "forward-switch": (it) => it.go(it.switched(1)),
    "toggle-fold": (it) => it.fold(!it.isOpen()),
  };
  const keys = {
    ArrowRight: "forward", ArrowDown: "forward", j: "forward",
    ArrowLeft: "back", ArrowUp: "back", k: "back",
    Home: "first", End: "last", n: "forward-switch", p: "back-switch",
    f: "toggle-fold", v: "violation", d: "theme", "?": "help",
  };

  function act(name) {
    if (actions[name]) actions[name]();
    else if (moves[name] && walking()) moves[name](walking());
    else return false;
    return true;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (help && help.open)) return;
    const name = keys[event.key];
    if (name && (actions[name] || walking()) && act(name)) event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const target = event.target;
    const button = target.closest("button[data-do]");
    if (button) {
      act(button.dataset.do);
      return;
    }
    const link = target.closest("a[href^='#']");
    const line = target.closest(".line[data-stops]");
    if (link && !line) {
      const place = document.getElementById(link.hash.slice(1));
      if (follow(link.hash)) event.preventDefault();
      else if (place && place.matches(".line")) {
        event.preventDefault();
        reveal(place);
        if (place.dataset.stops && walking()) walking().onLine(place);
      }
      return;
    }
    if (!walking()) return;
    const stop = target.closest("[data-stop]");
    if (line && (link || getSelection().isCollapsed)) {
      event.preventDefault();
      walking().onLine(line);
    } else if (stop) {
      walking().go(Number(stop.dataset.stop));
    } else if (target.closest(".gap")) {
      walking().fold(true);
    }
  });

  addEventListener("hashchange", () => follow(location.hash));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", nameTheme);
  nameTheme();
  const fragment = location.hash;
  if (walks.length > 0) choose(0);
  if (follow(fragment)) walking()?.section.querySelector(".walk").scrollIntoView({ block: "nearest" });
})();
