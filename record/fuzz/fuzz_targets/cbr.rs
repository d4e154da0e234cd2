#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chuhe_record_fuzz::read(chuhe_record::Format::Cbr, data));
