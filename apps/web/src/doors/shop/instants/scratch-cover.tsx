/**
 * The coating over an opened ticket: rubbed off with a finger or the mouse, or taken away by the button beside it, which is what a keyboard uses. With
 * reduced motion there is no coating at all.
 */
import { type PointerEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';

const BRUSH_PX = 34;
/** Of the coating gone before the rest goes by itself, in parts of a hundred. */
const ENOUGH = 55;

export function ScratchCover(props: { children: ReactNode; onOpen: () => void; label: string }) {
  const { onOpen } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [rubbing, setRubbing] = useState(false);

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      onOpen();
      return;
    }
    const own = canvas.current;
    const context = own?.getContext('2d');
    if (!own || !context) return;
    own.width = own.clientWidth;
    own.height = own.clientHeight;
    const look = getComputedStyle(own);
    context.fillStyle = look.getPropertyValue('--surface-3') || look.color;
    context.fillRect(0, 0, own.width, own.height);
    context.strokeStyle = look.getPropertyValue('--line-strong') || look.color;
    for (let x = -own.height; x < own.width; x += 14) {
      context.beginPath();
      context.moveTo(x, own.height);
      context.lineTo(x + own.height, 0);
      context.stroke();
    }
  }, [onOpen]);

  const rub = useCallback((event: PointerEvent<HTMLCanvasElement>) => {
    const context = event.currentTarget.getContext('2d');
    if (!context) return;
    const box = event.currentTarget.getBoundingClientRect();
    context.globalCompositeOperation = 'destination-out';
    context.beginPath();
    context.arc(event.clientX - box.left, event.clientY - box.top, BRUSH_PX, 0, 2 * Math.PI);
    context.fill();
  }, []);

  const lift = (event: PointerEvent<HTMLCanvasElement>) => {
    setRubbing(false);
    const { width, height } = event.currentTarget;
    const pixels = event.currentTarget.getContext('2d')?.getImageData(0, 0, width, height).data;
    if (!pixels) return;
    let gone = 0;
    for (let i = 3; i < pixels.length; i += 4) if (pixels[i] === 0) gone += 1;
    if (gone * 400 >= pixels.length * ENOUGH) onOpen();
  };

  return (
    <div className="relative">
      <div aria-hidden="true" className="select-none">
        {props.children}
      </div>
      <canvas
        ref={canvas}
        aria-label={props.label}
        role="img"
        className="absolute inset-0 size-full cursor-pointer touch-none rounded-2"
        onPointerDown={(event) => {
          setRubbing(true);
          rub(event);
        }}
        onPointerMove={(event) => {
          if (rubbing) rub(event);
        }}
        onPointerUp={lift}
        onPointerLeave={(event) => {
          if (rubbing) lift(event);
        }}
      />
    </div>
  );
}
