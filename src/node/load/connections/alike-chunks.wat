;; Takes chunks that differ from a known one only in their text (see alike-chunks.ts in #core/protocol). Compiled to
;; alike-chunks-module.ts by `node scripts/make-alike-chunks.ts`.
(module
  ;; One page that sockets read into, and one for what was taken: how many, how long their texts are, the texts.
  (import "thread" "memory" (memory 2))

  ;; Places are addresses; the known chunk's data reaches from `start` to `end`.
  (func (export "take")
    (param $start i32) (param $textStart i32) (param $textEnd i32) (param $end i32)
    (param $at i32) (param $limit i32) (result i32)
    (local $before i32) (local $after i32) (local $taken i32) (local $texts i32)
    (local $data i32) (local $dataEnd i32) (local $text i32) (local $textLength i32)

    (local.set $before (i32.sub (local.get $textStart) (local.get $start)))
    (local.set $after (i32.sub (local.get $end) (local.get $textEnd)))
    (local.set $texts (i32.const 65544))

    (block $stop
      (loop $next
        (local.set $data (call $afterSize (local.get $at) (local.get $limit)))
        (br_if $stop (i32.eqz (local.get $data)))
        (local.set $dataEnd (i32.add (local.get $data) (global.get $size)))
        (br_if $stop (i32.gt_u (i32.add (local.get $dataEnd) (i32.const 2)) (local.get $limit)))
        (br_if $stop (i32.ne (i32.load16_u (local.get $dataEnd)) (i32.const 0x0a0d)))

        (local.set $text (i32.add (local.get $data) (local.get $before)))
        (local.set $textLength
          (i32.sub (i32.sub (local.get $dataEnd) (local.get $after)) (local.get $text)))
        (br_if $stop (i32.le_s (local.get $textLength) (i32.const 0)))
        (br_if $stop (i32.eqz
          (call $same (local.get $start) (local.get $data) (local.get $before))))
        (br_if $stop (i32.eqz (call $same
          (local.get $textEnd) (i32.sub (local.get $dataEnd) (local.get $after)) (local.get $after))))
        (br_if $stop (i32.eqz (call $isPlain (local.get $text) (local.get $textLength))))

        (memory.copy (local.get $texts) (local.get $text) (local.get $textLength))
        (local.set $texts (i32.add (local.get $texts) (local.get $textLength)))
        (local.set $taken (i32.add (local.get $taken) (i32.const 1)))
        (local.set $at (i32.add (local.get $dataEnd) (i32.const 2)))
        (br $next)))

    (i32.store (i32.const 65536) (local.get $taken))
    (i32.store (i32.const 65540) (i32.sub (local.get $texts) (i32.const 65544)))
    (local.get $at))

  ;; Of the chunk whose data comes next.
  (global $size (mut i32) (i32.const 0))

  ;; Reads a size of up to four digits and its line end; returns where the data begins, or 0.
  (func $afterSize (param $at i32) (param $limit i32) (result i32)
    (local $place i32) (local $digit i32)
    (global.set $size (i32.const 0))
    (local.set $place (local.get $at))
    (loop $digits
      (if (i32.gt_u (i32.add (local.get $place) (i32.const 2)) (local.get $limit))
        (then (return (i32.const 0))))
      (local.set $digit (call $digit (i32.load8_u (local.get $place))))
      (if (i32.ge_s (local.get $digit) (i32.const 0))
        (then
          (if (i32.eq (i32.sub (local.get $place) (local.get $at)) (i32.const 4))
            (then (return (i32.const 0))))
          (global.set $size
            (i32.or (i32.shl (global.get $size) (i32.const 4)) (local.get $digit)))
          (local.set $place (i32.add (local.get $place) (i32.const 1)))
          (br $digits))))
    (if (i32.ne (i32.load16_u (local.get $place)) (i32.const 0x0a0d))
      (then (return (i32.const 0))))
    (i32.add (local.get $place) (i32.const 2)))

  ;; Of a hexadecimal digit its value, of any other byte -1.
  (func $digit (param $byte i32) (result i32)
    (local $value i32)
    (local.set $value (i32.sub (local.get $byte) (i32.const 0x30)))
    (if (i32.lt_u (local.get $value) (i32.const 10)) (then (return (local.get $value))))
    (local.set $value (i32.sub (i32.or (local.get $byte) (i32.const 0x20)) (i32.const 0x61)))
    (if (i32.lt_u (local.get $value) (i32.const 6))
      (then (return (i32.add (local.get $value) (i32.const 10)))))
    (i32.const -1))

  ;; Whether so many bytes are the same in two places: the last sixteen, and then sixteen at a time from the first on,
  ;; some perhaps twice.
  (func $same (param $one i32) (param $other i32) (param $length i32) (result i32)
    (local $last i32) (local $difference v128)
    (if (i32.lt_u (local.get $length) (i32.const 16))
      (then (return (call $sameFew (local.get $one) (local.get $other) (local.get $length)))))
    (local.set $last (i32.sub (i32.add (local.get $one) (local.get $length)) (i32.const 16)))
    (local.set $difference (v128.xor
      (v128.load (local.get $last))
      (v128.load (i32.sub (i32.add (local.get $other) (local.get $length)) (i32.const 16)))))
    (block $all
      (loop $more
        (br_if $all (i32.ge_u (local.get $one) (local.get $last)))
        (local.set $difference (v128.or
          (local.get $difference)
          (v128.xor (v128.load (local.get $one)) (v128.load (local.get $other)))))
        (local.set $one (i32.add (local.get $one) (i32.const 16)))
        (local.set $other (i32.add (local.get $other) (i32.const 16)))
        (br $more)))
    (i32.eqz (v128.any_true (local.get $difference))))

  (func $sameFew (param $one i32) (param $other i32) (param $length i32) (result i32)
    (loop $more
      (if (i32.eqz (local.get $length)) (then (return (i32.const 1))))
      (local.set $length (i32.sub (local.get $length) (i32.const 1)))
      (br_if $more (i32.eq
        (i32.load8_u (i32.add (local.get $one) (local.get $length)))
        (i32.load8_u (i32.add (local.get $other) (local.get $length))))))
    (i32.const 0))

  ;; Whether none of so many bytes, at least one, is a quote, a backslash or below a space. What lies behind them is
  ;; loaded too, but makes no difference.
  (func $isPlain (param $at i32) (param $length i32) (result i32)
    (local $bytes v128) (local $special i32)
    (loop $more
      (local.set $bytes (v128.load (local.get $at)))
      (local.set $special (i8x16.bitmask (v128.or
        (i8x16.lt_u (local.get $bytes) (i8x16.splat (i32.const 0x20)))
        (v128.or
          (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x22)))
          (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x5c)))))))
      (if (i32.le_u (local.get $length) (i32.const 16))
        (then (return (i32.eqz (i32.shl
          (local.get $special) (i32.sub (i32.const 32) (local.get $length)))))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (local.set $length (i32.sub (local.get $length) (i32.const 16)))
      (br_if $more (i32.eqz (local.get $special))))
    (i32.const 0)))
