/** An input device and its actions, in the format of WebDriver and of WebDriver BiDi. */
interface Device {
  type: 'key' | 'pointer';
  id: string;
  actions: object[];
}

/** Returns the actions that press the point (x, y) of the window. The unit is CSS pixels. */
export function pressing(x: number, y: number): Device[] {
  const actions = [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return [{ type: 'pointer', id: 'mouse', actions }];
}

/** Returns the actions that type a text. */
export function typing(text: string): Device[] {
  const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
  return [{ type: 'key', id: 'keyboard', actions }];
}
