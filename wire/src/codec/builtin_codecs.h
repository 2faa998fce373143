// The codecs of this module. A new format is one file that defines its codec, and one line here and
// in CodecRegistry::BuiltIn().
#pragma once

#include "wire/codec.h"

namespace waymark::wire {

Codec GcfCodec();       // gcf_encode.cc
Codec Gcf3Codec();      // gcf_encode.cc
Codec GcfShortCodec();  // gcf_encode.cc
Codec Gcb1Codec();      // gcb1.cc
Codec JsonCodec();      // json_encode.cc
Codec XmlCodec();       // xml_encode.cc
Codec GcxCodec();       // gcx_payload.cc
Codec MarkdownCodec();  // markdown_encode.cc
Codec AdaptiveCodec();  // adaptive_codec.cc

}  // namespace waymark::wire
