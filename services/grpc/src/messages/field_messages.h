// Copies the fields of requests into messages and back, by the tables of services/request_fields.h.
#pragma once

#include <absl/status/status.h>
#include <google/protobuf/message.h>

#include "services/request_fields.h"

namespace waymark::services {

// `request` must have the type of the table.
void WriteFields(const RequestFields& fields, const void* request,
                 google::protobuf::Message& message);

// 0 stands for the default unless the field may be 0; an empty word stands for the default.
// InvalidArgument names the field.
absl::Status ReadFields(const google::protobuf::Message& message, const RequestFields& fields,
                        void* request);

}  // namespace waymark::services
