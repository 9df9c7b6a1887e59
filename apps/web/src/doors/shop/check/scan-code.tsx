import { Button, Notice } from '@valira/ui';
import { Camera } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readCode, serialIn } from './read-code.ts';

const LOOK_MS = 250;

/** The camera, on a button: nothing is filmed before, and no picture leaves the device. */
export function ScanCode(props: { onSerial: (serial: string) => void }) {
  const { t } = useTranslation('shop');
  const [on, setOn] = useState(false);
  const [refused, setRefused] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const { onSerial } = props;

  useEffect(() => {
    if (!on) return;
    let stream: MediaStream | null = null;
    let stopped = false;
    const canvas = document.createElement('canvas');
    const look = async () => {
      const seen = video.current;
      if (stopped || !seen) return;
      if (seen.videoWidth > 0) {
        canvas.width = seen.videoWidth;
        canvas.height = seen.videoHeight;
        const context = canvas.getContext('2d', { willReadFrequently: true });
        context?.drawImage(seen, 0, 0);
        const picture = context?.getImageData(0, 0, canvas.width, canvas.height);
        const text = picture ? await readCode(picture) : null;
        if (text !== null && !stopped) {
          onSerial(serialIn(text));
          setOn(false);
          return;
        }
      }
      setTimeout(() => void look(), LOOK_MS);
    };
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: 'environment' } })
      .then(async (opened) => {
        stream = opened;
        if (stopped || !video.current) {
          for (const track of opened.getTracks()) track.stop();
          return;
        }
        video.current.srcObject = opened;
        await video.current.play();
        await look();
      })
      .catch(() => {
        setRefused(true);
        setOn(false);
      });
    return () => {
      stopped = true;
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, [on, onSerial]);

  return (
    <div className="grid gap-3">
      {on ? (
        <video
          ref={video}
          muted
          playsInline
          aria-label={t('check.camera')}
          className="aspect-square w-full rounded-3 bg-surface-3 object-cover"
        />
      ) : null}
      {refused ? <Notice tone="warn">{t('check.noCamera')}</Notice> : null}
      <Button
        onPress={() => {
          setRefused(false);
          setOn(!on);
        }}
      >
        <Camera aria-hidden="true" className="icon" />
        {on ? t('check.stop') : t('check.scan')}
      </Button>
    </div>
  );
}
